import { MAX_TEXT, MAX_TITLE } from "#shared/domain/frameworks/limits.ts";

/** How many days a request stays open: the least, the most, and the default. */
export const expiryDays = { least: 1, most: 60, usual: 14 } as const;

/** A request ends at most this many days after it was made, however often it gets more time. */
export const MAX_DAYS_OPEN = 180;

/** The most rules that one review can cover (contract, "Rule reviews"). */
export const MAX_RULES_A_REVIEW = 100;

/** The most rules that one call for re-reviews can name. */
export const MAX_RULES_NAMED = 1000;

/** Ending a larger panel would need more than the 100 actions that AWS takes. */
export const panelMembers = { least: 2, most: 9 } as const;

/** The most characters in an admin's reason for erasing counsel's words. */
export const MAX_REASON = 1000;

/** The most characters in a requester's, or counsel's, name for the matter. */
export const MAX_REFERENCE = 100;

/** The most questions about one request, and the most characters of a question and its answer. */
export const MAX_QUESTIONS = 20;
export const MAX_QUESTION = 2000;
export const MAX_ANSWER = 4000;

/** The most bytes in a certificate that a law firm returns with its own signature: 4 MiB. */
export const MAX_SIGNED_CERTIFICATE_BYTES = 4_194_304;

/** Size limits of a decision (contract, "Counsel-facing"), shared by the page and the service. */
export const maxCommentCharacters = 20_000;
/** The most characters in the remark on one rule. */
export const maxVerdictCharacters = 4000;
/**
 * The most in all remarks and proposed words together. These are UTF-16 units, of at most 3 bytes each:
 * with 4 bytes a character, the record of a decision would not fit into an item of 400 KB.
 */
export const maxVerdictsCharacters = 60_000;
/** The most values and names in a decision. Verdicts and proposed words for a hundred rules fit. */
export const MAX_DECISION_VALUES = 4000;
/** The most bytes in the supplementary document: 4 MiB. */
export const maxPdfBytes = 4_194_304;
export const maxFilenameCharacters = 1000;

/** The fields of a rule for which counsel may propose words, each with its own limit. */
export const suggestible = {
  title: MAX_TITLE,
  customer_description_preview: MAX_TEXT,
  suggested_verdict_copy: MAX_TEXT,
} as const;
export type SuggestedField = keyof typeof suggestible;
export const suggestedFields = Object.keys(suggestible) as SuggestedField[];
