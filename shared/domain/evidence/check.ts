/** The checks of the evidence procedure (contract, "Check ids"). */
export const checkIds = [
  "signature",
  "record_seal",
  "audit_chain",
  "audit_sequence",
  "view_before_decision",
  "signed_after_counsel_created",
  "counsel_identity",
  "document",
  "words",
  "counsel_key",
  "log",
  "timestamp",
  "content_current",
  "key_available",
] as const;
export type CheckId = (typeof checkIds)[number];

/** `unverifiable`: could not be checked; `pending`: not yet, but can be within minutes. */
export const checkResults = ["pass", "fail", "unverifiable", "pending"] as const;
type CheckResult = (typeof checkResults)[number];

export interface Check {
  id: CheckId;
  result: CheckResult;
  /** A sentence for human readers. */
  detail: string;
}
