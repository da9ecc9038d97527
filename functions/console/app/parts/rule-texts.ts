import { countOf } from "#shared/domain/text/text.ts";

/** Shown beside a rule's status while counsel is being asked about its wording. */
export const openBeside = "a request is open";
/** The same while counsel is being asked about an earlier wording only. */
export const openEarlier = "a request about an earlier wording is open";

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
