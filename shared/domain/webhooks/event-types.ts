/** What the platform's endpoints may hear of (clearance.md, section 4). */
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

/** What a tenant's endpoints may hear of. */
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

/** Whose endpoints hear of it: the platform's, one tenant's, or the platform's and every tenant's. */
type Audience = { owner: string } | "everybody";

/** The platform's endpoints belong to this owner, a tenant's to the tenant's id. */
export const PLATFORM = "platform";

/** A message to endpoints: thin, ids and hashes only. */
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
