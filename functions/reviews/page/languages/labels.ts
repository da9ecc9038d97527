import type { Language } from "#shared/domain/language.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";

/**
 * The decisions' names in every language. The signed text may be in another language than the page that
 * counsel reads; the page then shows both.
 */
export const decisionLabels = {
  en: {
    approved: "Approve",
    approved_with_changes: "Approve with changes",
    changes_requested: "Request changes",
    rejected: "Reject",
  },
  de: {
    approved: "Genehmigen",
    approved_with_changes: "Mit Änderungen genehmigen",
    changes_requested: "Änderungen verlangen",
    rejected: "Ablehnen",
  },
  fr: {
    approved: "Approuver",
    approved_with_changes: "Approuver avec modifications",
    changes_requested: "Demander des modifications",
    rejected: "Rejeter",
  },
  es: {
    approved: "Aprobar",
    approved_with_changes: "Aprobar con cambios",
    changes_requested: "Pedir cambios",
    rejected: "Rechazar",
  },
  it: {
    approved: "Approvare",
    approved_with_changes: "Approvare con modifiche",
    changes_requested: "Chiedere modifiche",
    rejected: "Respingere",
  },
} as const satisfies Record<Language, Record<Decision, string>>;
