import type { ConnectionStatus } from "./connection.ts";

/**
 * Who holds an installation of the source host, platform-wide. Anyone can name any number, so a
 * claim is provisional until a delivery that the source host signed for the tenant's own URL names
 * the installation; a confirmed claim stays until its connection is deleted.
 */
export interface InstallationClaim {
  tenant_id: string;
  /** null: confirmed for the tenant, which has no connection for it yet. */
  connection_id: string | null;
  status: ConnectionStatus;
  /** When a signed delivery confirmed it, ISO 8601 UTC; null: provisional. */
  confirmed_at: string | null;
}

/** What a signed delivery at a tenant's URL does to the claim on the installation it names. */
export type ClaimChange =
  /** Nobody's, confirmed already, or a tenant's that did not ask for it: it stays as it is. */
  | "none"
  /** The tenant's own, provisional until now. */
  | "confirm"
  /**
   * Provisionally claimed by another tenant; this tenant requested the installation too and was
   * refused.
   */
  | "move";

/**
 * The change that a signed delivery at the URL of `tenantId` makes. Only the body is signed, so a
 * delivery may be a replay at another tenant's URL: it moves nothing to a tenant that did not ask.
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
