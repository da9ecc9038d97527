import type { Assertion } from "#shared/domain/counsel/assertion-form.ts";
import type { Language } from "#shared/domain/language.ts";
import type { RuleVerdict } from "./rule-verdicts.ts";
import type { Decision } from "./statuses.ts";
import type { Salts } from "./words.ts";

/** A decision as sent by counsel, parsed and checked. */
export interface DecisionRequest {
  decision: Decision;
  comment: string | null;
  /** What counsel calls the matter; null: nothing. */
  counsel_reference: string | null;
  /** Hex SHA-256 of the supplementary document; null if none was sent. */
  document: string | null;
  /** What is said of single rules, as sent; null: nothing. */
  rule_verdicts: RuleVerdict[] | null;
  /** Of its texts, by their paths; null: none were sent. */
  salts: Salts | null;
  /** The language of the page on which it was made; null: not told. */
  language: Language | null;
  /** Made with counsel's own key; null if none was sent. */
  assertion: Assertion | null;
}
