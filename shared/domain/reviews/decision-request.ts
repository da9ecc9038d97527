import type { Assertion } from "#shared/domain/counsel/assertion-form.ts";
import type { Language } from "#shared/domain/language.ts";
import type { RuleVerdict } from "./rule-verdicts.ts";
import type { Decision } from "./statuses.ts";
import type { Salts } from "./words.ts";

/** A decision as counsel sent it, parsed and checked. */
export interface DecisionRequest {
  decision: Decision;
  comment: string | null;
  /** Counsel's name for the matter; null: none was given. */
  counsel_reference: string | null;
  /** Hex SHA-256 of the supplementary document; null if none was sent. */
  document: string | null;
  /** Counsel's remarks on single rules, as sent; null: none. */
  rule_verdicts: RuleVerdict[] | null;
  /** The salts of the decision's texts, by path; null: none were sent. */
  salts: Salts | null;
  /** The language of the page on which counsel decided; null: not given. */
  language: Language | null;
  /** The assertion made with counsel's own key; null if none was sent. */
  assertion: Assertion | null;
}
