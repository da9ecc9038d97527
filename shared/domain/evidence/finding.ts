import type { CheckId } from "./check.ts";
import type { ChainedRow } from "./evidence-file.ts";
import type { Found } from "./replay/world.ts";

/**
 * OK, or why not. `none`: nothing to check; `extra`: not demanded; `note`: worth saying, and no fault:
 * these do not change the exit code. `open`: demanded, but not checkable (yet), is 3, `fail` 1.
 */
export type Mark = "pass" | "fail" | "none" | "extra" | "note" | "open";

export interface Line<N extends string = string> {
  mark: Mark;
  /** In snake_case: what was checked. A finding with a name of its own begins the text. */
  name: N;
  /** A sentence for people. */
  text: string;
  /** Whether it is about the log that was given, whatever the file says. */
  ofLog?: true;
}

/** What one of the checks of a request came to. */
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

/** How what is wrong with a row is printed: its name, then a sentence. */
export const told = ({ name, row, detail }: Found): string =>
  row === null ? `${name}: ${detail}` : `${name}: ${nameOf(row)}: ${detail}`;

export const nameOf = (row: ChainedRow): string => `${row.action} of ${row.created_at}`;
