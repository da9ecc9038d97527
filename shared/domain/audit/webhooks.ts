import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const endpoint = about("webhook_endpoint");

const endpointChange = () => ({
  url: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
});

/** Endpoints that receive events. */
export const webhookActions = {
  "webhook_endpoint.created": endpoint("create", endpointChange),
  "webhook_endpoint.updated": endpoint("update", endpointChange),
  "webhook_endpoint.deleted": endpoint("delete", endpointChange),
  "webhook_endpoint.secret_rotated": endpoint("update", endpointChange),
  "webhook_endpoint.disabled": endpoint("update", () => ({ url: z.string(), reason: z.string() })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(webhookActions);
