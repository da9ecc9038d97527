import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

const deliveryContext = () => ({ delivery_id: z.string(), event: z.string(), scope: z.string() });

/** Which of the accepted secrets signed the delivery. */
const acceptedSecret = () => z.enum(["current", "previous"]);

const sourcehostDelivery = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "sourcehost_delivery", context }) as const;

const eventbusDelivery = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "cloudb_eventbus_delivery", context }) as const;

/** Webhook deliveries, by channel. */
export const deliveryActions = {
  "sourcehost_webhook.received": sourcehostDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      secret: acceptedSecret(),
      action: z.nullable(z.string()),
      connection_id: z.string(),
      /** The connection's status if this delivery changed it, else null. */
      connection_status: z.nullable(z.string()),
      job_id: z.nullable(z.string()),
    }),
  ),
  "sourcehost_webhook.ignored": sourcehostDelivery(() =>
    z.strictObject({ ...deliveryContext(), secret: acceptedSecret(), reason: z.string() }),
  ),
  "sourcehost_webhook.rejected": sourcehostDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      delivery_id: z.nullable(z.string()),
      /** `missing_signature`, `malformed_signature` or `no_match` (contract, "Webhooks"). */
      reason: z.string(),
      payload_digest: z.string(),
    }),
  ),
  "cloudb_eventbus.received": eventbusDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      secret: acceptedSecret(),
      account: z.string(),
      connection_id: z.string(),
      job_id: z.string(),
    }),
  ),
  "cloudb_eventbus.ignored": eventbusDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      secret: acceptedSecret(),
      account: z.string(),
      connection_id: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
  "cloudb_eventbus.rejected": eventbusDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      delivery_id: z.nullable(z.string()),
      reason: z.string(),
      payload_digest: z.string(),
    }),
  ),
  "cloudb_eventbus.account_mismatch": eventbusDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      secret: acceptedSecret(),
      account: z.string(),
      expected_account: z.string(),
      connection_id: z.string(),
      payload_digest: z.string(),
    }),
  ),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(deliveryActions);
