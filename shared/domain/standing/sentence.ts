import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { listed, mixedText, type NamedOutcome } from "./outcomes.ts";
import { day, onDay, type Piece, words } from "./pieces.ts";

/*
 * The standing of a rule as a sentence, the same in the console, rooms and files (standing.md, section
 * 2). The last decision comes first, and no sentence depends on a gender. Names come from outside, so
 * their hidden characters are made visible.
 */

export interface Signer {
  display_name: string;
  firm?: string | null;
  bar_registration?: string | null;
}

/** Who decided. The members of a panel are those whose own outcome is the panel's. */
type Decider =
  | { is: "counsel"; counsel: Signer }
  | { is: "panel"; members: readonly Signer[] }
  | { is: "unnamed" };

/** A decision on one rule. */
export interface Told {
  by: Decider;
  outcome: Decision;
  /** ISO 8601 UTC; null: not given. */
  decided_at: string | null;
}

/** The standing of a rule, with the names that its sentence needs. */
export interface StandingTold {
  state: "approved" | "refused" | "changed" | "none";
  /** The decision on which the state rests; null: nobody has decided. */
  last: Told | null;
  /**
   * An earlier decision on the same wording that the last one overruled: an approval before a
   * refusal, or another counsel's refusal before an approval; null: there is none.
   */
  before: Told | null;
  /** Whether the last decision is about another wording than the one in question. */
  isOtherWording: boolean;
  /** Open requests and panels, each with whether it is about the wording in question. */
  open: readonly { isPanel: boolean; holdsWording: boolean }[];
}

/** A name with the firm and, if known, the bar registration. */
export const nameOf = ({ display_name, firm, bar_registration }: Signer): string => {
  const more = [firm, bar_registration].filter(Boolean).join(", ");
  return visibleLine(more === "" ? display_name : `${display_name} (${more})`);
};

function subjectOf(by: Decider): string {
  if (by.is === "counsel") return visibleLine(by.counsel.display_name);
  if (by.is === "unnamed") return "counsel not named here";
  const names = listed(by.members.map(({ display_name }) => visibleLine(display_name)));
  return names === "" ? "a panel" : `a panel with ${names}`;
}

const acts: Readonly<Record<Decision, (what: string) => string>> = {
  approved: (what) => `approved ${what}`,
  approved_with_changes: (what) => `approved ${what}, with changes,`,
  changes_requested: (what) => `asked for changes to ${what}`,
  rejected: (what) => `rejected ${what}`,
};

/** "asked for changes", or of another wording "asked for changes to another wording". */
function acted({ outcome }: Told, isOtherWording: boolean): string {
  if (outcome === "changes_requested" && !isOtherWording) return "asked for changes";
  return acts[outcome](isOtherWording ? "another wording" : "it");
}

/** "Approved by Dr. Ada Lex on 3 March 2026." */
const approved = ({ by, outcome, decided_at }: Told): Piece[] => [
  words(
    `Approved${outcome === "approved_with_changes" ? " with changes" : ""} by ${subjectOf(by)}`,
  ),
  ...onDay(decided_at),
  words("."),
];

/** " Rachel Okafor had approved the same wording on 18 June 2026." */
function hadDecided({ by, outcome, decided_at }: Told): Piece[] {
  const had = isApproval(outcome) ? "had approved" : "had refused";
  const who = subjectOf(by);
  return [
    words(` ${who.charAt(0).toUpperCase()}${who.slice(1)} ${had} the same wording`),
    ...onDay(decided_at),
    words("."),
  ];
}

/** "Not approved: Rachel Okafor asked for changes on 19 October 2026." */
const refused = (last: Told, isOtherWording: boolean): Piece[] => [
  words(`Not approved: ${subjectOf(last.by)} ${acted(last, isOtherWording)}`),
  ...onDay(last.decided_at),
  words(isOtherWording ? ". Nobody has decided on this one." : "."),
];

/** "Changed since it was approved: Dr. Ada Lex approved another wording on 3 March 2026." */
const changed = (last: Told): Piece[] => [
  words(`Changed since it was approved: ${subjectOf(last.by)} ${acted(last, true)}`),
  ...onDay(last.decided_at),
  words("."),
];

/** The sentence about a rule that nobody has decided on. */
function undecided(open: StandingTold["open"]): string {
  const own = open.filter(({ holdsWording }) => holdsWording);
  if (own.length === 0) return "Not approved: nobody has decided on this rule.";
  return own.some(({ isPanel }) => isPanel)
    ? "Not approved yet: a panel is deciding."
    : "Not approved yet: counsel has been asked.";
}

/** What is open besides a decision, and in any case what is open on an earlier wording. */
function openText(open: StandingTold["open"], isDecided: boolean): string {
  const own = open.filter(({ holdsWording }) => holdsWording);
  const text =
    own.length === 0 || !isDecided
      ? ""
      : own.some(({ isPanel }) => isPanel)
        ? " A panel is deciding on this wording."
        : " A request about this wording is open.";
  return open.length === own.length ? text : `${text} A request about an earlier wording is open.`;
}

/**
 * "Not approved: Rachel Okafor asked for changes on 19 October 2026. Rachel Okafor had approved the
 * same wording on 18 June 2026."
 */
export function standingSentence(told: StandingTold): Piece[] {
  const { state, last, before, isOtherWording, open } = told;
  const beside = words(openText(open, last !== null));
  if (last === null) return [words(undecided(open)), beside];
  const said =
    state === "approved"
      ? approved(last)
      : state === "changed"
        ? changed(last)
        : refused(last, isOtherWording);
  return [...said, ...(before === null ? [] : hadDecided(before)), beside];
}

/** The clause about a wording for a past day, for today and for a future day. */
const inLaw: Readonly<Record<InForce, readonly [string, string, string]>> = {
  in_force: [
    "this wording was in force",
    "this wording is in force",
    "this wording will be in force unless it is changed before",
  ],
  not_yet: [
    "this was the wording of a law that did not apply yet",
    "this is the wording of a law that does not apply yet",
    "this will be the wording, unless it is changed before, of a law that does not apply by then",
  ],
  delayed: [
    "this was the wording of a law whose start had been put off",
    "this is the wording of a law whose start has been put off",
    "this will be the wording, unless it is changed before, of a law whose start has been put off",
  ],
  suspended: [
    "this was the wording of a law that was suspended",
    "this is the wording of a law that is suspended",
    "this will be the wording, unless it is changed before, of a law that is suspended",
  ],
  ended: [
    "this was the wording of a law that had ceased to apply",
    "this is the wording of a law that has ceased to apply",
    "this will be the wording of a law that has ceased to apply by then",
  ],
};

/**
 * "On 18 February 2027 this wording was in force."
 * @param on YYYY-MM-DD
 * @param today YYYY-MM-DD
 */
export function lawSentence(inForce: InForce, on: string, today: string): Piece[] {
  const [then, now, later] = inLaw[inForce];
  if (on === today) return [words(`Today ${now}.`)];
  return [words("On "), day(on), words(` ${on < today ? then : later}.`)];
}

/**
 * A decision about several rules: "Avv. Luca Ferrari (Studio Legale Ferrari) approved 5 rules, with
 * changes, on 18 February 2027."; if the rules have different outcomes: "… decided on 5 rules on 18
 * February 2027: 4 approved, 1 sent back: Art. 50(3)."
 */
export function decisionSentence(
  { counsel, decision, decided_at }: { counsel: Signer; decision: Decision; decided_at: string },
  rules: readonly NamedOutcome[],
): Piece[] {
  const what = rules.length === 1 ? "one rule" : `${rules.length} rules`;
  const mixed = mixedText(rules);
  const act = mixed === null ? acts[decision](what) : `decided on ${what}`;
  return [
    words(`${nameOf(counsel)} ${act}`),
    ...onDay(decided_at),
    words(mixed === null ? "." : `: ${mixed}.`),
  ];
}
