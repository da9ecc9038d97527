import { expect, test } from "vitest";
import { sentenceText } from "#shared/domain/standing/pieces.ts";
import {
  decisionSentence,
  lawSentence,
  nameOf,
  type StandingTold,
  standingSentence,
  type Told,
} from "#shared/domain/standing/sentence.ts";

const by = (display_name: string, outcome: Told["outcome"], decided_at: string): Told => ({
  by: { is: "counsel", counsel: { display_name } },
  outcome,
  decided_at,
});
const okaforRefuses = by("Rachel Okafor", "changes_requested", "2026-10-19T10:00:00.000Z");
const okaforApproves = by("Rachel Okafor", "approved", "2026-06-18T10:00:00.000Z");
const lex = by("Dr. Ada Lex", "approved", "2026-03-03T23:59:59.999Z");

const said = (told: Partial<StandingTold>): string =>
  sentenceText(
    standingSentence({
      state: "none",
      last: null,
      before: null,
      isOtherWording: false,
      open: [],
      ...told,
    }),
  );

test("a refusal comes first, and is followed by the approval of the same wording that it ended", () => {
  expect(said({ state: "refused", last: okaforRefuses, before: okaforApproves })).toBe(
    "Not approved: Rachel Okafor asked for changes on 19 October 2026. Rachel Okafor had approved the same wording on 18 June 2026.",
  );
  expect(said({ state: "refused", last: { ...okaforRefuses, outcome: "rejected" } })).toBe(
    "Not approved: Rachel Okafor rejected it on 19 October 2026.",
  );
});

test("a refusal of another wording says that nobody has decided on this one", () => {
  expect(said({ state: "refused", last: okaforRefuses, isOtherWording: true })).toBe(
    "Not approved: Rachel Okafor asked for changes to another wording on 19 October 2026. Nobody has decided on this one.",
  );
});

test("an approval after another counsel's refusal of the same words names both", () => {
  expect(said({ state: "approved", last: lex })).toBe("Approved by Dr. Ada Lex on 3 March 2026.");
  expect(said({ state: "approved", last: lex, before: okaforRefuses })).toBe(
    "Approved by Dr. Ada Lex on 3 March 2026. Rachel Okafor had refused the same wording on 19 October 2026.",
  );
  expect(said({ state: "approved", last: { ...lex, outcome: "approved_with_changes" } })).toBe(
    "Approved with changes by Dr. Ada Lex on 3 March 2026.",
  );
  const withChanges = { ...okaforApproves, outcome: "approved_with_changes" } as const;
  expect(said({ state: "refused", last: okaforRefuses, before: withChanges })).toContain(
    " Rachel Okafor had approved the same wording on 18 June 2026.",
  );
});

test("an approval does not cover a wording that was changed after it", () => {
  expect(said({ state: "changed", last: lex })).toBe(
    "Changed since it was approved: Dr. Ada Lex approved another wording on 3 March 2026.",
  );
  const last = { ...lex, outcome: "approved_with_changes" } as const;
  expect(said({ state: "changed", last })).toBe(
    "Changed since it was approved: Dr. Ada Lex approved another wording, with changes, on 3 March 2026.",
  );
});

test("a panel is named as one, with the members who decided as it did", () => {
  const members = [{ display_name: "Dr. Ada Lex" }, { display_name: "Avv. Luca Ferrari" }];
  const panel: Told = { ...lex, by: { is: "panel", members } };
  expect(said({ state: "approved", last: panel })).toBe(
    "Approved by a panel with Dr. Ada Lex and Avv. Luca Ferrari on 3 March 2026.",
  );
  const one: Told = { ...okaforRefuses, by: { is: "panel", members: members.slice(1) } };
  expect(said({ state: "refused", last: one, before: panel })).toBe(
    "Not approved: a panel with Avv. Luca Ferrari asked for changes on 19 October 2026. A panel with Dr. Ada Lex and Avv. Luca Ferrari had approved the same wording on 3 March 2026.",
  );
  const nobody: Told = { ...lex, by: { is: "panel", members: [] } };
  expect(said({ state: "approved", last: nobody })).toBe("Approved by a panel on 3 March 2026.");
});

test("counsel who may not be named are not named, nor is a day that is kept back", () => {
  const unnamed: Told = { by: { is: "unnamed" }, outcome: "changes_requested", decided_at: null };
  expect(said({ state: "refused", last: unnamed })).toBe(
    "Not approved: counsel not named here asked for changes.",
  );
});

test("an open request is named after the state and never hides it", () => {
  const request = { isPanel: false, holdsWording: true };
  const panel = { isPanel: true, holdsWording: true };
  const older = { isPanel: false, holdsWording: false };
  expect(said({ open: [request] })).toBe("Not approved yet: counsel has been asked.");
  expect(said({ open: [panel, request] })).toBe("Not approved yet: a panel is deciding.");
  expect(said({})).toBe("Not approved: nobody has decided on this rule.");
  expect(said({ open: [older] })).toBe(
    "Not approved: nobody has decided on this rule. A request about an earlier wording is open.",
  );
  expect(said({ state: "approved", last: lex, open: [request] })).toMatch(
    /^Approved by .*2026\. A request about this wording is open\.$/,
  );
  expect(said({ state: "refused", last: okaforRefuses, open: [request, panel, older] })).toMatch(
    /2026\. A panel is deciding on this wording\. A request about an earlier wording is open\.$/,
  );
});

test("past, present and future of a wording are told apart, and so are laws that are not in force", () => {
  const law = (...given: Parameters<typeof lawSentence>) => sentenceText(lawSentence(...given));
  expect(law("in_force", "2027-02-18", "2027-03-01")).toBe(
    "On 18 February 2027 this wording was in force.",
  );
  expect(law("in_force", "2027-02-18", "2027-02-18")).toBe("Today this wording is in force.");
  expect(law("in_force", "2027-02-18", "2026-01-01")).toBe(
    "On 18 February 2027 this wording will be in force unless it is changed before.",
  );
  expect(law("suspended", "2027-02-18", "2027-03-01")).toBe(
    "On 18 February 2027 this was the wording of a law that was suspended.",
  );
  expect(law("in_force", "not a day", "2027-03-01")).toContain("On not a day this");
  const pieces = lawSentence("in_force", "2027-02-18", "2027-03-01");
  expect(pieces).toContainEqual({ is: "day", iso: "2027-02-18" });
});

test("a decision about several rules says what counsel did and names the exceptions", () => {
  const counsel = { display_name: "Avv. Luca Ferrari", firm: "Studio Legale Ferrari" };
  const decided = (decision: Told["outcome"], rules: Parameters<typeof decisionSentence>[1]) =>
    sentenceText(
      decisionSentence({ counsel, decision, decided_at: "2027-02-18T09:20:31.000Z" }, rules),
    );
  const approved = { name: "Art. 50(2)", outcome: "approved_with_changes" } as const;
  expect(decided("approved_with_changes", [approved, approved])).toBe(
    "Avv. Luca Ferrari (Studio Legale Ferrari) approved 2 rules, with changes, on 18 February 2027.",
  );
  expect(
    decided("approved_with_changes", [approved, { name: "Art. 50(3)", outcome: "rejected" }]),
  ).toBe(
    "Avv. Luca Ferrari (Studio Legale Ferrari) decided on 2 rules on 18 February 2027: 1 approved with changes, 1 rejected: Art. 50(3).",
  );
  expect(decided("rejected", [{ name: "Art. 5", outcome: "rejected" }])).toContain(
    " rejected one rule on 18 February 2027.",
  );
  expect(decided("changes_requested", [approved, approved])).toContain(
    " asked for changes to 2 rules on 18 February 2027.",
  );
});

test("a name comes with the firm and the bar's number, as far as they are known", () => {
  const display_name = "Avv. Luca Ferrari";
  expect(nameOf({ display_name, firm: null })).toBe(display_name);
  expect(nameOf({ display_name, firm: "Studio Legale Ferrari", bar_registration: "A 12" })).toBe(
    "Avv. Luca Ferrari (Studio Legale Ferrari, A 12)",
  );
});

test("hidden characters of a name are shown", () => {
  const counsel = { display_name: "Ada\u202ELex" };
  expect(said({ state: "approved", last: { ...lex, by: { is: "counsel", counsel } } })).toContain(
    "Ada⟨U+202E⟩Lex",
  );
});
