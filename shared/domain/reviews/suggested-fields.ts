import { MOST_TEXT, MOST_TITLE } from "#shared/domain/frameworks/limits.ts";

/** The fields of a rule for which counsel may propose words, each with its own limit. */
export const suggestible = {
  title: MOST_TITLE,
  customer_description_preview: MOST_TEXT,
  suggested_verdict_copy: MOST_TEXT,
} as const;
export type SuggestedField = keyof typeof suggestible;
export const suggestedFields = Object.keys(suggestible) as SuggestedField[];
