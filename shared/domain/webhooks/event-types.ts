/** The events that the platform's endpoints may subscribe to (clearance.md, section 4). */
export const platformEventTypes = [
  "rule_review.decided",
  "rule_review.requested",
  "rule_review.expired",
  "rule_review.cancelled",
  "review_panel.decided",
  "rules.changed",
  "clearance.changed",
  "law.starts",
] as const;

/** The events that a tenant's endpoints may subscribe to. */
export const tenantEventTypes = [
  "clearance.changed",
  "discovery_run.completed",
  "artifact.found",
  "artifact.retired",
  "connection.needs_reauthorization",
] as const;

type PlatformEventType = (typeof platformEventTypes)[number];
type TenantEventType = (typeof tenantEventTypes)[number];
export type EventType = PlatformEventType | TenantEventType;

/** Whose endpoints get it: the platform's, one tenant's, or the platform's and every tenant's. */
type Audience = { owner: string } | "everybody";

/** The owner of the platform's endpoints. A tenant's endpoints belong to the tenant's id. */
export const PLATFORM = "platform";

/** A message to endpoints. It is thin: ids and hashes only. */
export interface WebhookMessage {
  type: EventType;
  /** When it happened, ISO 8601 UTC. */
  timestamp: string;
  data: Readonly<Record<string, unknown>>;
  audience: Audience;
}

/** The body as it is sent and signed. */
export const bodyOf = ({
  type,
  timestamp,
  data,
}: Omit<WebhookMessage, "audience" | "type"> & {
  type: string;
}): string => JSON.stringify({ type, timestamp, data });
