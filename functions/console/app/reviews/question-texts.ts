import { countOf } from "#shared/domain/text/text.ts";
/** The texts of counsel's questions about a review. */
export const t = {
  title: "Counsel’s questions",
  asked: "asked",
  answered: "Answered",
  answeredToAll: "Answered to all of the panel",
  unanswered: "Not answered before the review ended.",
  answer: "Your answer",
  hint: (most: number) =>
    `Counsel reads it on the page of the review. It may have ${countOf(most, "character")}; it is kept with the record and cannot be changed.`,
  toAll: "Show question and answer to all members of the panel, without who asked",
  send: "Answer",
} as const;
