import type { ShownCounsel } from "#shared/domain/counsel/shown-counsel.ts";

/** Why a rule is not cleared. If there are several reasons, the first in this order is named. */
export const blockerReasons = [
  "unknown_rule",
  "law_superseded",
  "rejected",
  "changes_requested",
  "panel_open",
  "pending",
  "never_reviewed",
  "wording_differs",
  "panel_missing",
  "approval_too_old",
  "not_in_force",
] as const;
export type BlockerReason = (typeof blockerReasons)[number];

interface Blocker {
  use_case_id: string;
  reason: BlockerReason;
  /** A sentence. */
  detail: string;
  /** Hash of the wording in question; null for a live rule that does not exist. */
  content_hash: string | null;
  /** The review that the reason is about. */
  review_id: string | null;
  approved_by: ShownCounsel | null;
  approved_at: string | null;
  /** The fields in which the wording differs from the approved one, sorted. */
  changed_fields: string[];
}

/** A leaf of the evidence log: the row of the decision. */
export interface Leaf {
  index: number;
  /** The row's hash, lower-case hex SHA-256. */
  hash: string;
}

interface ClearedRule {
  use_case_id: string;
  content_hash: string;
  review_id: string;
  approved_by: ShownCounsel;
  approved_at: string;
  /** null until the log has taken the row. */
  leaf: Leaf | null;
}

/** The answer to a question, both lists sorted by use_case_id. */
export interface Clearance {
  cleared: boolean;
  framework_id: string;
  on: string | null;
  rules_hash: string;
  blockers: Blocker[];
  approvals: ClearedRule[];
}
