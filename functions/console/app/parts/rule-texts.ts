import { countOf } from "#shared/domain/text/text.ts";

/**
 * Shown beside a rule's status while counsel is being asked; null: the status says it, or nobody is asked.
 * @param holdsWording whether they are asked about the live wording, and not only about an earlier one
 */
export function openBeside(
  status: keyof typeof ruleStates,
  holdsWording: boolean | null,
): string | null {
  if (status === "pending" || holdsWording === null) return null;
  return holdsWording ? "a request is open" : "a request about an earlier wording is open";
}

/** Texts of the list in which rules are ticked. */
export const picks = {
  filter: "Filter rules by article, words or id",
  found: (n: number, text: string) =>
    n === 0
      ? `No rule of this book fits “${text}”. Try an article, fewer words, or clear the field to see all of them.`
      : countOf(n, "rule"),
  picked: (n: number) => `${n} picked`,
};

/** Texts for the status of a rule's review. */
export const ruleStates = {
  approved_live: "Approved",
  approved_then_changed: "Changed since approval",
  refused: "Refused",
  pending: "Under review",
  never_reviewed: "Never reviewed",
} as const;
