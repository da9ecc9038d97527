import { panelResults } from "#shared/domain/reviews/statuses.ts";
import {
  type EventType,
  platformEventTypes,
  tenantEventTypes,
} from "#shared/domain/webhooks/event-types.ts";
import type { Json } from "./openapi-schemas.ts";

const id: Json = { type: "string", format: "uuid" };
const text: Json = { type: "string" };
const instant: Json = { type: "string", format: "date-time" };
const ids: Json = { type: "array", items: text };
const hash: Json = { type: ["string", "null"] };
/** What was decided for each rule, in the order of rule_use_case_ids. */
const outcomes: Json = { type: "array", items: { type: "string", enum: panelResults } };

const request = { review_id: id, framework_id: text, rule_use_case_ids: ids, expires_at: instant };
const artifact = { artifact_id: id, connection_id: id, run_id: id, kind: text };

/** The content of each type of message, besides type and timestamp (clearance.md, section 4). */
const data: Readonly<Record<EventType, Json>> = {
  "rule_review.decided": {
    review_id: id,
    framework_id: text,
    decision: text,
    decided_at: instant,
    rule_use_case_ids: ids,
    row_hash: hash,
    rule_outcomes: outcomes,
    panel_id: { type: ["string", "null"], format: "uuid" },
  },
  "rule_review.requested": request,
  "rule_review.expired": request,
  "rule_review.cancelled": request,
  "review_panel.decided": {
    panel_id: id,
    framework_id: text,
    decision: text,
    decided_at: instant,
    rule_use_case_ids: ids,
    row_hash: hash,
    rule_outcomes: outcomes,
  },
  "rules.changed": { framework_id: text, use_case_ids: { ...ids, maxItems: 100 } },
  "clearance.changed": {
    framework_id: text,
    use_case_id: text,
    cleared: { type: "boolean" },
    reason: { type: ["string", "null"] },
  },
  "law.starts": {
    framework_id: text,
    use_case_id: text,
    applies_from: { type: "string", format: "date" },
  },
  "discovery_run.completed": { run_id: id, connection_id: id, status: text },
  "artifact.found": artifact,
  // A deleted connection's artifacts are retired without a run.
  "artifact.retired": { ...artifact, run_id: { type: ["string", "null"], format: "uuid" } },
  "connection.needs_reauthorization": { connection_id: id },
};

const headers = {
  "webhook-id": "The same in every attempt.",
  "webhook-timestamp": "Seconds since the epoch, of this attempt.",
  "webhook-signature": "`v1,` and base64; two, separated by a space, after a rotation.",
};

/** The messages that endpoints receive, by Standard Webhooks 1.0.0. */
export const webhooksSection = (): Json =>
  Object.fromEntries(
    (Object.entries(data) as [EventType, Json][]).map(([type, properties]) => [
      type,
      { post: message(type, properties) },
    ]),
  );

function message(type: EventType, properties: Json): Json {
  const owners = [
    ...((platformEventTypes as readonly string[]).includes(type) ? ["the platform"] : []),
    ...((tenantEventTypes as readonly string[]).includes(type) ? ["a tenant"] : []),
  ];
  const camel = type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    operationId: `on${camel.charAt(0).toUpperCase()}${camel.slice(1)}`,
    summary: `${type}, to endpoints of ${owners.join(" and of ")}`,
    tags: ["webhooks"],
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: "header",
      required: true,
      description,
      schema: text,
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["type", "timestamp", "data"],
            properties: {
              type: { type: "string", const: type },
              timestamp: instant,
              data: { type: "object", required: Object.keys(properties), properties },
            },
          },
        },
      },
    },
    responses: {
      "204": { description: "Received; every 2xx counts." },
      "410": { description: "Wants nothing any more: the endpoint is switched off." },
    },
  };
}
