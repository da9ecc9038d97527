import { expect, test } from "vitest";
import {
  type Approval,
  answerSentence,
  reviewSentence,
  sentenceText,
} from "#shared/domain/evidence/question/sentence.ts";

const ferrari: Approval = {
  counsel: { display_name: "Avv. Luca Ferrari", firm: "Studio Legale Ferrari" },
  decision: "approved_with_changes",
  decided_at: "2027-02-18T09:20:31.000Z",
};
const lex: Approval = {
  counsel: { display_name: "Dr. Ada Lex", firm: null },
  decision: "approved",
  decided_at: "2026-12-03T23:45:00.000Z",
};

const said = (answer: Partial<Parameters<typeof answerSentence>[0]>): string =>
  sentenceText(
    answerSentence({
      on: "2027-02-18",
      today: "2027-03-01",
      in_force: "in_force",
      approvals: [],
      ...answer,
    }),
    "UTC",
  );

test("an answer says which day, whether the law applied, who approved, how and when", () => {
  expect(said({ approvals: [ferrari] })).toBe(
    "On 18 Feb 2027 this wording was in force; Avv. Luca Ferrari (Studio Legale Ferrari) approved it, with changes, at 09:20 UTC.",
  );
  expect(said({ approvals: [lex, ferrari] })).toBe(
    "On 18 Feb 2027 this wording was in force; Dr. Ada Lex approved it on 3 Dec 2026 at 23:45 UTC, and Avv. Luca Ferrari (Studio Legale Ferrari) approved it, with changes, at 09:20 UTC.",
  );
  expect(said({ approvals: [lex, lex, lex, ferrari] })).toMatch(
    /09:20 UTC, after 1 earlier approval\.$/,
  );
  expect(said({ approvals: [lex, lex, lex, lex, ferrari], more_approvals: true })).toMatch(
    /09:20 UTC, after 2 or more earlier approvals\.$/,
  );
});

test("past, present and future are told apart, and so is what is not in force", () => {
  expect(said({})).toBe(
    "On 18 Feb 2027 this wording was in force; nobody had approved it by then.",
  );
  expect(said({ today: "2027-02-18" })).toBe(
    "Today this wording is in force; nobody has approved it.",
  );
  expect(said({ today: "2026-01-01" })).toBe(
    "On 18 Feb 2027 this wording will be in force unless it is changed before; nobody has approved it.",
  );
  expect(said({ in_force: "suspended" })).toContain(
    "this was the wording of a law that was suspended;",
  );
});

test("the reader's time zone decides which day an approval was on", () => {
  const pieces = answerSentence({
    on: "2026-12-04",
    today: "2027-01-01",
    in_force: "in_force",
    approvals: [lex],
  });
  expect(sentenceText(pieces, "Europe/Berlin")).toContain("approved it at 00:45.");
  expect(sentenceText(pieces, "UTC")).toContain("approved it on 3 Dec 2026 at 23:45 UTC.");
});

test("a decision about several rules says what counsel did", () => {
  const said = (decision: Approval["decision"], rules: number) =>
    sentenceText(reviewSentence({ ...ferrari, decision }, rules, "2027-03-01"), "UTC");
  expect(said("approved_with_changes", 5)).toBe(
    "Avv. Luca Ferrari (Studio Legale Ferrari) approved 5 rules, with changes, on 18 Feb 2027 at 09:20 UTC.",
  );
  expect(said("rejected", 1)).toContain(" rejected one rule on 18 Feb 2027");
  expect(said("changes_requested", 2)).toContain(" asked for changes to 2 rules on ");
});

test("hidden characters of a name are shown", () => {
  const counsel = { display_name: "Ada\u202ELex", firm: null };
  expect(said({ approvals: [{ ...ferrari, counsel }] })).toContain("Ada⟨U+202E⟩Lex");
});
