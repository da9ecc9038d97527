import * as z from "zod/mini";
import { MAX_EVENT_BYTES, MAX_EVENT_VALUES } from "#shared/domain/eventbus/limits.ts";
import { timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "eventbus", access: "platform" });

const connectionId = () => z.object({ connection_id: uuid() });
const json = () => z.record(z.string(), z.unknown());

/** The buses' account and what their rules call (second seed, "Configuration settings"). */
const platformSettings = [
  "CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID",
  "CLOUDB_EVENTBUS_OUR_ACCOUNT_ID",
  "CLOUDB_EVENTBUS_REGION",
  "CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN",
] as const;

const changeErrors = ["not_an_eventbus_connection", "eventbus_operation_active"] as const;
const provisionErrors = [
  ...changeErrors,
  "eventbus_quota_exceeded",
  "eventbus_name_taken",
  "cloudb_eventbus_not_configured",
] as const;

export const provisionEventbus = /* @__PURE__ */ entry("provisionEventbus", {
  on: "POST /admin/connections/{connection_id}/provision-eventbus",
  summary: "Provision the bus of an eventbus connection; may be repeated at any time",
  params: connectionId,
  responses: /* @__PURE__ */ ok(
    "The bus, and the templates that the customer applies in their account",
    () =>
      z.object({
        /** `recovered`: an interrupted attempt was completed. */
        status: z.enum(["provisioned", "already_provisioned", "recovered"]),
        bus_id: z.string(),
        rule_id: z.string(),
        /** A CloudFormation template. */
        infrastructure_template: json(),
        access_policy_template: json(),
      }),
  ),
  errors: provisionErrors,
  needs: { table: "write", buses: "administer", settings: platformSettings },
});

export const deprovisionEventbus = /* @__PURE__ */ entry("deprovisionEventbus", {
  on: "DELETE /admin/connections/{connection_id}/eventbus-bus",
  summary: "Remove rule, permission and bus of an eventbus connection; may be repeated",
  params: connectionId,
  responses: /* @__PURE__ */ ok("The bus is gone", () =>
    z.object({ status: z.literal("deprovisioned") }),
  ),
  errors: changeErrors,
  needs: { table: "write", buses: "administer", settings: platformSettings },
});

export const getEventbusStats = /* @__PURE__ */ entry("getEventbusStats", {
  on: "GET /connections/{id}/cloudb-eventbus-stats",
  access: "org",
  summary: "When the last event arrived, how many came in 24 hours, and the receiver's URL",
  params: () => z.object({ id: uuid() }),
  responses: /* @__PURE__ */ ok(
    "Accepted and ignored deliveries; not duplicates or refused ones",
    () =>
      z.object({
        last_delivery_at: z.nullable(timestamp()),
        deliveries_24h: z.int(),
        receiver_url: z.string(),
      }),
  ),
  needs: { table: "read" },
});

export const receiveEventbusWebhook = /* @__PURE__ */ entry("receiveEventbusWebhook", {
  on: "POST /webhooks/cloudb-eventbus/{tenant_id}",
  access: "signed",
  summary:
    "Takes an event from the receiver function; webhook-signature (Standard Webhooks) is verified over the raw bytes before anything else",
  params: () => z.object({ tenant_id: z.string() }),
  headers: {
    "webhook-id": "The delivery's id; the same for every attempt.",
    "webhook-timestamp": "When it was signed: seconds since 1970 in UTC.",
    "webhook-signature": "`v1,` and a base64 HMAC-SHA256 each, separated by spaces.",
  },
  bodyLimits: { bytes: MAX_EVENT_BYTES, values: MAX_EVENT_VALUES },
  body: () => z.object({ tenant_id: z.string(), event: z.looseObject({}) }),
  responses: {
    200: {
      description: "An event with this id was processed within the last 24 hours",
      schema: () => z.object({ status: z.literal("duplicate"), delivery_id: z.string() }),
    },
    202: {
      description: "Accepted (job_id: the discovery run), or ignored as valid with nothing to do",
      schema: () =>
        z.union([
          z.object({
            status: z.literal("accepted"),
            delivery_id: z.string(),
            scope: z.string(),
            job_id: z.string(),
          }),
          z.object({
            status: z.literal("ignored"),
            reason: z.enum(["unknown_event", "connection_not_found", "call_failed"]),
            delivery_id: z.string(),
            scope: z.string(),
          }),
        ]),
    },
  },
  errors: [
    "malformed_payload",
    "missing_account",
    "tenant_mismatch",
    "signature_mismatch",
    "account_mismatch",
    "not_found",
    "unsupported_media_type",
    "cloudb_eventbus_webhook_secret_not_configured",
  ],
  needs: {
    table: "write",
    readSecrets: ["cloudb-eventbus-webhook-secret"],
    credentials: ["CLOUDB_EVENTBUS_WEBHOOK_SECRET"],
    events: "put",
  },
});
