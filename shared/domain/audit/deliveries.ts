import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const deliveryContext = () => ({ delivery_id: z.string(), event: z.string(), scope: z.string() });

/** Which of the accepted secrets signed the delivery. */
const acceptedSecret = () => z.enum(["current", "previous"]);

const sourcehostDelivery = about("sourcehost_delivery");
const eventbusDelivery = about("cloudb_eventbus_delivery");

/** Webhook deliveries, by channel. */
export const deliveryActions = {
  "sourcehost_webhook.received": sourcehostDelivery("create", () => ({
    ...deliveryContext(),
    secret: acceptedSecret(),
    action: z.nullable(z.string()),
    connection_id: z.string(),
    /** The connection's status if this delivery changed it, else null. */
    connection_status: z.nullable(z.string()),
    job_id: z.nullable(z.string()),
  })),
  "sourcehost_webhook.ignored": sourcehostDelivery("other", () => ({
    ...deliveryContext(),
    secret: acceptedSecret(),
    reason: z.string(),
  })),
  "sourcehost_webhook.rejected": sourcehostDelivery("other", () => ({
    ...deliveryContext(),
    delivery_id: z.nullable(z.string()),
    /** `missing_signature`, `malformed_signature` or `no_match` (contract, "Webhooks"). */
    reason: z.string(),
    payload_digest: z.string(),
  })),
  "cloudb_eventbus.received": eventbusDelivery("create", () => ({
    ...deliveryContext(),
    secret: acceptedSecret(),
    account: z.string(),
    connection_id: z.string(),
    job_id: z.string(),
  })),
  "cloudb_eventbus.ignored": eventbusDelivery("other", () => ({
    ...deliveryContext(),
    secret: acceptedSecret(),
    account: z.string(),
    connection_id: z.nullable(z.string()),
    reason: z.string(),
  })),
  "cloudb_eventbus.rejected": eventbusDelivery("other", () => ({
    ...deliveryContext(),
    delivery_id: z.nullable(z.string()),
    reason: z.string(),
    payload_digest: z.string(),
  })),
  "cloudb_eventbus.account_mismatch": eventbusDelivery("other", () => ({
    ...deliveryContext(),
    secret: acceptedSecret(),
    account: z.string(),
    expected_account: z.string(),
    connection_id: z.string(),
    payload_digest: z.string(),
  })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(deliveryActions);
