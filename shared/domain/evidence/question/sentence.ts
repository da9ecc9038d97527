import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { visibleLine } from "#shared/domain/text/text.ts";

/*
 * The answer of evidence as a sentence. It is made of pieces, so that a page can show instants in
 * the reader's time zone with UTC in a tooltip, and paper in UTC. Names come from outside: their
 * hidden characters are visible in the pieces.
 */

/**
 * Words, a day (YYYY-MM-DD) or an instant; of an instant on the day asked about (empty: none), only
 * the time is told.
 */
export type Piece =
  | { is: "words"; text: string }
  | { is: "day"; day: string }
  | { is: "instant"; iso: string; on: string };

interface Signer {
  display_name: string;
  firm: string | null;
  bar_registration?: string | null;
}

/** One approval of the wording that the sentence is about. */
export interface Approval {
  counsel: Signer;
  decision: Decision;
  /** ISO 8601 UTC. */
  decided_at: string;
}

interface Answer {
  /** The day asked about, YYYY-MM-DD. */
  on: string;
  /** YYYY-MM-DD. */
  today: string;
  in_force: InForce;
  /** Approvals of this very wording by then, oldest first. */
  approvals: readonly Approval[];
  /** There are older ones besides. */
  more_approvals?: boolean | undefined;
}

const words = (text: string): Piece => ({ is: "words", text });

/** What is said of the wording, if the day has passed, is today, or is to come. */
const standing: Readonly<Record<InForce, readonly [string, string, string]>> = {
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

/** Further approvals are counted. */
const MOST_NAMED = 3;

/**
 * "On 18 Feb 2027 this wording was in force; Avv. Luca Ferrari (Studio Legale Ferrari) approved it,
 * with changes, at 09:20."
 */
export function answerSentence(answer: Answer): Piece[] {
  const { on, today, in_force, approvals, more_approvals = false } = answer;
  const tense = on < today ? 0 : on === today ? 1 : 2;
  const said = standing[in_force][tense];
  const lead =
    tense === 1 ? [words(`Today ${said}; `)] : [words("On "), day(on), words(` ${said}; `)];
  if (approvals.length === 0) {
    return [
      ...lead,
      words(tense === 0 ? "nobody had approved it by then." : "nobody has approved it."),
    ];
  }
  const named = approvals.slice(-MOST_NAMED);
  const earlier = approvals.length - named.length;
  const told = named.flatMap((one, i) => [
    ...(i === 0 ? [] : [words(i === named.length - 1 && earlier === 0 ? ", and " : ", ")]),
    words(`${nameOf(one.counsel)} approved it${manner(one.decision)} `),
    { is: "instant", iso: one.decided_at, on } as const,
  ]);
  const count = more_approvals ? `${earlier} or more` : earlier;
  const more = `, after ${count} earlier ${earlier === 1 ? "approval" : "approvals"}`;
  return [...lead, ...told, words(earlier === 0 ? "." : `${more}.`)];
}

const day = (text: string): Piece => ({ is: "day", day: text });

const manner = (decision: Decision): string =>
  decision === "approved_with_changes" ? ", with changes," : "";

/** A name with the firm and, where it is known, the bar's number. */
export const nameOf = ({ display_name, firm, bar_registration }: Signer): string => {
  const more = [firm, bar_registration].filter(Boolean).join(", ");
  return visibleLine(more === "" ? display_name : `${display_name} (${more})`);
};

const acts: Readonly<Record<Decision, (what: string) => string>> = {
  approved: (what) => `approved ${what}`,
  approved_with_changes: (what) => `approved ${what}, with changes,`,
  changes_requested: (what) => `asked for changes to ${what}`,
  rejected: (what) => `rejected ${what}`,
};

/**
 * A decision about several rules: "Avv. Luca Ferrari (Studio Legale Ferrari) approved 5 rules, with
 * changes, on 18 Feb 2027 at 09:20."
 * @param on the day asked about, YYYY-MM-DD
 */
export const reviewSentence = (
  { counsel, decision, decided_at }: Approval,
  rules: number,
  on: string,
): Piece[] => [
  words(`${nameOf(counsel)} ${acts[decision](rules === 1 ? "one rule" : `${rules} rules`)} `),
  { is: "instant", iso: decided_at, on },
  words("."),
];

/**
 * A piece as text. An instant on the day that was asked about is only a time: "at 09:20".
 * @param timeZone absent: the reader's; with "UTC" the text says so
 */
export function pieceText(piece: Piece, timeZone?: string): string {
  if (piece.is === "words") return piece.text;
  if (piece.is === "day") return shown(`${piece.day}T00:00:00.000Z`, dateParts, "UTC");
  const zone = timeZone === "UTC" ? " UTC" : "";
  const time = shown(piece.iso, timeParts, timeZone);
  const date = shown(piece.iso, dateParts, timeZone);
  const isThatDay = date === shown(`${piece.on}T00:00:00.000Z`, dateParts, "UTC");
  return isThatDay ? `at ${time}${zone}` : `on ${date} at ${time}${zone}`;
}

const dateParts = { day: "numeric", month: "short", year: "numeric" } as const;
const timeParts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** What is no instant, such as a mistyped day of an address, stays as it is. */
function shown(iso: string, parts: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return visibleLine(iso);
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat("en-GB", { ...parts, ...zone }).format(time);
}

/** The whole sentence as text. */
export const sentenceText = (pieces: readonly Piece[], timeZone?: string): string =>
  pieces.map((piece) => pieceText(piece, timeZone)).join("");
