import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

const webhookEndpoint = {
  resourceType: "webhook_endpoint",
  context: () =>
    z.strictObject({ url: z.string(), events: z.array(z.string()), enabled: z.boolean() }),
} as const;

/** Endpoints that receive events. */
export const webhookActions = {
  "webhook_endpoint.created": webhookEndpoint,
  "webhook_endpoint.updated": webhookEndpoint,
  "webhook_endpoint.deleted": webhookEndpoint,
  "webhook_endpoint.secret_rotated": webhookEndpoint,
  "webhook_endpoint.disabled": {
    resourceType: "webhook_endpoint",
    context: () => z.strictObject({ url: z.string(), reason: z.string() }),
  },
} as const satisfies Vocabulary;

export const auditRow = rowsOf(webhookActions);
