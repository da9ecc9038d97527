import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const endpoint = about("webhook_endpoint");

const endpointChange = endpoint(() => ({
  url: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
}));

/** Endpoints that receive events. */
export const webhookActions = {
  "webhook_endpoint.created": endpointChange,
  "webhook_endpoint.updated": endpointChange,
  "webhook_endpoint.deleted": endpointChange,
  "webhook_endpoint.secret_rotated": endpointChange,
  "webhook_endpoint.disabled": endpoint(() => ({ url: z.string(), reason: z.string() })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(webhookActions);
