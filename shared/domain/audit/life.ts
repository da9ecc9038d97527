import type { AuditRow } from "./row.ts";

/*
 * How a row changes the thing it is about. Each kind of thing has one step function. The transition
 * that writes a row goes through it, and so does the replay that judges rows (evidence-log.md, section
 * 4). So a row is accepted exactly when a function of the service would have written it.
 */

/** A row as a step reads it. */
export type LifeRow = Pick<
  AuditRow,
  "created_at" | "resource_id" | "actor_user_id" | "action" | "context" | "row_hash"
>;

/** Why no function would have written a row. */
export interface Refusal {
  refused:
    | "illegal_transition"
    | "reference_broken"
    | "decided_twice"
    | "counsel_key"
    | "row_missing";
  /** A sentence for human readers. */
  detail: string;
}

/** The state after a row. @param before null: nothing has been written about it yet */
export type Step<S> = (before: S | null, row: LifeRow) => S | Refusal;

export const illegal = (detail: string): Refusal => ({ refused: "illegal_transition", detail });

export const isRefusal = (outcome: unknown): outcome is Refusal =>
  typeof outcome === "object" && outcome !== null && "refused" in outcome;

/**
 * The state after a row that a function is about to write.
 * @throws Error if the row may not be written now: then the guards before it are wrong
 */
export function lawful<S>(step: Step<S>, before: S | null, row: LifeRow): S {
  const after = step(before, row);
  if (isRefusal(after)) throw new Error(`${row.action} must not be written: ${after.detail}`);
  return after;
}

/** The state after these rows, oldest first. A row that no function would write changes nothing. */
export const lived = <S>(step: Step<S>, rows: readonly LifeRow[]): S | null =>
  rows.reduce<S | null>((before, row) => {
    const after = step(before, row);
    return isRefusal(after) ? before : after;
  }, null);
