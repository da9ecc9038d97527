/** The webhooks that report changes to the platform; each has its own delivery ids. */
export const channels = ["sourcehost", "cloudb_eventbus"] as const;
export type Channel = (typeof channels)[number];

/** The outcome of one delivery (contract, `/connections/{id}/deliveries`). */
export const deliveryResults = [
  "accepted",
  "ignored",
  "duplicate",
  "rejected",
  "account_mismatch",
] as const;
export type DeliveryResult = (typeof deliveryResults)[number];

/** Whether a delivery was refused for any reason. `outcome=refused` lists and Home counts these. */
export const isRefused = (outcome: DeliveryResult): boolean =>
  outcome === "rejected" || outcome === "account_mismatch";

/** What a list of deliveries can be filtered by: one outcome, or all that were refused. */
export const askedOutcomes = [...deliveryResults, "refused"] as const;
export type AskedOutcome = (typeof askedOutcomes)[number];

/** One delivery as tenants and platform admins see it; its payload is not stored. */
export interface DeliveryEntry {
  /** The entry's id, not the delivery's: a redelivery gets an entry of its own. */
  id: string;
  tenant_id: string;
  channel: Channel;
  /** null if the delivery named no installation or account that could be trusted. */
  connection_id: string | null;
  /** The sender's id for the delivery; null if it sent none. */
  delivery_id: string | null;
  /** ISO 8601 UTC. */
  received_at: string;
  event: string;
  scope: string;
  outcome: DeliveryResult;
  /** Why it was ignored or refused. */
  reason: string | null;
  /** The discovery run that it started, if any. */
  job_id: string | null;
  /** SHA-256 of the body as received, hex; null for entries written before it was recorded. */
  payload_digest: string | null;
}

/** Why a webhook answered 401 (contract, "Webhooks"). */
export type SignatureFault = "missing_signature" | "malformed_signature" | "no_match";

/** Which of a webhook's accepted secrets signed a delivery, or why none did. */
export type Verification<Secret> =
  | { valid: true; secret: Secret }
  /** `isUnknownSecret`: the signature may have been made with a secret that is not known yet. */
  | { valid: false; fault: SignatureFault; isUnknownSecret: boolean };
