import type { CheckId } from "./check.ts";
import type { ChainedRow } from "./evidence-file.ts";
import type { Found } from "./replay/world.ts";

/**
 * The outcome of a check. `none`: nothing to check; `extra`: not demanded; `note`: worth mentioning,
 * but no fault. These do not change the exit code. `open`: demanded, but not checkable (yet), gives
 * exit code 3; `fail` gives 1.
 */
export type Mark = "pass" | "fail" | "none" | "extra" | "note" | "open";

export interface Line<N extends string = string> {
  mark: Mark;
  /** What was checked, in snake_case. If a finding has its own name, the text begins with it. */
  name: N;
  /** A sentence for human readers. */
  text: string;
  /** The finding is about the log that was given, whatever the file says. */
  ofLog?: true;
  /** The file was saved while a request or panel was undecided, and the log has newer rows of it. */
  hasGoneOn?: true;
}

/** The result of one of the checks of a request. */
export type Finding = Line<CheckId>;

export const line = <N extends string>(mark: Mark, name: N, text: string): Line<N> => ({
  ...{ mark, name, text },
});

const marked =
  (mark: Mark) =>
  <N extends string>(name: N, text: string): Line<N> =>
    line(mark, name, text);

export const pass = marked("pass");
export const fail = marked("fail");
export const none = marked("none");
export const extra = marked("extra");
export const open = marked("open");
export const note = marked("note");

export const NO_DECISION = "There is no decision.";

/** Prints what is wrong with a row: the name of the fault, then a sentence. */
export const told = ({ name, row, detail }: Found): string =>
  row === null ? `${name}: ${detail}` : `${name}: ${nameOf(row)}: ${detail}`;

export const nameOf = (row: ChainedRow): string => `${row.action} of ${row.created_at}`;
