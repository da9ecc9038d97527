/** Verification results for a decision's signature (contract, "Evidence answer"). */
export const signatureStatuses = [
  "valid",
  "valid_retired_key",
  /** Verifies only with the e-mail recorded at signing. */
  "email_changed",
  "invalid",
  "unverifiable",
] as const;
export type SignatureStatus = (typeof signatureStatuses)[number];
