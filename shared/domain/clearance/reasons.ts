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

/** Why systems are not cleared. If there are several reasons, the first in this order is named. */
export const systemBlockerReasons = [
  "not_connected",
  "not_scanned",
  "questions_open",
  "unconfirmed",
  "class_not_allowed",
  "confirmation_too_old",
  "rules_not_cleared",
] as const;
