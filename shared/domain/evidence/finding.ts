import type { CheckId } from "./check.ts";
import type { ChainedRow } from "./evidence-file.ts";
import type { Found } from "./replay/world.ts";

/**
 * `none`: nothing to check; `extra`: not demanded; `open`: demanded, but not checkable (yet); `note`:
 * worth saying, and no fault.
 */
type Result = "pass" | "fail" | "none" | "extra" | "open" | "note";

export interface Finding {
  id: CheckId;
  result: Result;
  /** A sentence for people. */
  detail: string;
}

const result =
  (result: Result) =>
  (id: CheckId, detail: string): Finding => ({ id, result, detail });

export const pass = result("pass");
export const fail = result("fail");
export const none = result("none");
export const extra = result("extra");
export const open = result("open");
export const note = result("note");

export const NO_DECISION = "There is no decision.";

/** How what is wrong with a row is printed: its name, then a sentence. */
export const told = ({ name, row, detail }: Found): string =>
  row === null ? `${name}: ${detail}` : `${name}: ${nameOf(row)}: ${detail}`;

export const nameOf = (row: ChainedRow): string => `${row.action} of ${row.created_at}`;
