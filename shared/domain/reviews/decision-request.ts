import type { Assertion } from "#shared/domain/counsel/assertion.ts";
import type { Decision } from "./review.ts";

/** What counsel sent, read and checked: the decision and what belongs to it. */
export interface DecisionRequest {
  decision: Decision;
  comment: string | null;
  /** Hex SHA-256 of the supplementary document. */
  document: string | null;
  /** Made with counsel's own key; null when none was sent. */
  assertion: Assertion | null;
}
