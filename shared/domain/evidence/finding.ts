import type { CheckId } from "./check.ts";

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
