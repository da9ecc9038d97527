import type { Rule } from "#shared/domain/frameworks/rule.ts";

/** What a caller wants to know: may these wordings ship (clearance.md, "The question")? */
export interface Question {
  framework_id: string;
  /** ISO 8601 UTC; null: judged now. */
  on: string | null;
  /** The wordings about to ship; null: the live ones of `use_case_ids`. */
  rules: readonly Rule[] | null;
  /** Distinct, in any order. */
  use_case_ids: readonly string[];
  /** How old an approval may be, in days; null: any age. */
  max_age_days: number | null;
  /** Only a panel's approval counts. */
  panel_required: boolean;
  /** A rule whose law does not apply, or is suspended, is not cleared. */
  in_force_only: boolean;
}

/** The body of a question, as the route's schema reads it. */
export type AskedInBody = Pick<Question, "framework_id"> & {
  [Field in Exclude<keyof Question, "framework_id">]?: Question[Field] | undefined;
};

export const questionOf = (asked: AskedInBody): Question => ({
  framework_id: asked.framework_id,
  on: asked.on ?? null,
  rules: asked.rules ?? null,
  use_case_ids: asked.use_case_ids ?? asked.rules?.map(({ use_case_id }) => use_case_id) ?? [],
  max_age_days: asked.max_age_days ?? null,
  panel_required: asked.panel_required ?? false,
  in_force_only: asked.in_force_only ?? false,
});
