import type { Language } from "#shared/domain/language.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";

/**
 * The decisions' names in every language: what is signed may be in another language than the page
 * that counsel reads, which then shows both.
 */
export const decisionLabels = {
  en: {
    approved: "Approve",
    approved_with_changes: "Approve with changes",
    changes_requested: "Request changes",
    rejected: "Reject",
  },
} as const satisfies Record<Language, Record<Decision, string>>;
