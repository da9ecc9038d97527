import type { ConnectionStatus } from "./connection.ts";

/**
 * Which tenant holds a source-host installation; unique across the platform. Anyone can enter any
 * installation number, so a claim is provisional until a delivery signed by the source host arrives
 * at the tenant's own URL and names the installation. A confirmed claim stays until its connection
 * is deleted.
 */
export interface InstallationClaim {
  tenant_id: string;
  /** null: confirmed for the tenant, but it has no connection for the installation yet. */
  connection_id: string | null;
  status: ConnectionStatus;
  /** When a signed delivery confirmed it, ISO 8601 UTC; null: provisional. */
  confirmed_at: string | null;
  /**
   * When the installation was last made or a suspension of it ended, as the source host says, ISO 8601
   * UTC; absent until a delivery says so.
   */
  awake_at?: string;
  /** When it was last suspended or deleted, as far as deliveries told, as the source host says, ISO 8601 UTC. */
  suspended_at?: string;
}

/** What deliveries change in a claim while its connection stays the same. */
export type ClaimState = Partial<Pick<InstallationClaim, "status" | "awake_at" | "suspended_at">>;

/** How a signed delivery at a tenant's URL changes the claim on the installation it names. */
export type ClaimChange =
  /**
   * No change: there is no claim, it is confirmed, or this tenant never requested the installation.
   */
  | "none"
  /** The tenant's own provisional claim becomes confirmed. */
  | "confirm"
  /**
   * Another tenant's provisional claim moves to this tenant, which had requested the installation
   * too and was refused.
   */
  | "move";

/**
 * How a signed delivery at the URL of `tenantId` changes the claim. Only the body is signed, so a
 * delivery can be replayed at another tenant's URL: a claim never moves to a tenant that did not
 * request the installation.
 */
export function claimChange(
  claim: InstallationClaim | null,
  tenantId: string,
  hasAsked: boolean,
): ClaimChange {
  if (claim === null || claim.confirmed_at !== null) return "none";
  if (claim.tenant_id === tenantId) return "confirm";
  return hasAsked ? "move" : "none";
}
