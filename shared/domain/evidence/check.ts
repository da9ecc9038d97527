/** The checks of the evidence procedure (contract, "Check ids"). */
export type CheckId =
  | "counsel_identity"
  | "document"
  | "counsel_key"
  | "public_seal"
  | "log_inclusion"
  | "timestamp"
  | "signature"
  | "record_seal"
  | "audit_chain"
  | "audit_sequence"
  | "view_before_decision"
  | "signed_after_counsel_created"
  | "content_current"
  | "key_available";

/**
 * `unverifiable`: could not be checked, neither a pass nor a fail; `pending`: not checkable yet,
 * but within minutes.
 */
type CheckResult = "pass" | "fail" | "unverifiable" | "pending";

export interface Check {
  id: CheckId;
  result: CheckResult;
  /** A sentence for people. */
  detail: string;
}

export const pass = (id: CheckId, detail: string): Check => ({ id, result: "pass", detail });
export const fail = (id: CheckId, detail: string): Check => ({ id, result: "fail", detail });
export const unverifiable = (id: CheckId, detail: string): Check => ({
  id,
  result: "unverifiable",
  detail,
});
export const pending = (id: CheckId, detail: string): Check => ({ id, result: "pending", detail });
