import type { AuditRow } from "#shared/domain/audit/row.ts";

/* What the rows about an artifact say it is in law, and which person said so. */

export interface Classed {
  class: unknown;
  state: "proposed" | "confirmed" | "overridden" | "reopened";
  confirmed_by: string | null;
  confirmed_at: string | null;
}

type Row = Pick<AuditRow, "action" | "context" | "created_at" | "actor_user_id">;

const NOBODY = { confirmed_by: null, confirmed_at: null };

const byPerson = ({ actor_user_id, created_at }: Row) => ({
  confirmed_by: actor_user_id,
  confirmed_at: created_at,
});

type Step = (before: Classed | null, row: Row) => Classed;

const steps: Readonly<Record<string, Step>> = {
  "artifact.classified": (before, { context }) =>
    before?.confirmed_at
      ? before
      : { ...NOBODY, class: context.class, state: before === null ? "proposed" : before.state },
  "artifact.confirmed": (_, row) => ({
    ...byPerson(row),
    class: row.context.class,
    state: "confirmed",
  }),
  "artifact.overridden": (_, row) => ({
    ...byPerson(row),
    class: row.context.to,
    state: "overridden",
  }),
  "artifact.reopened": (_, { context }) => ({ ...NOBODY, class: context.to, state: "reopened" }),
};

/** What an artifact is after one more row; one that says nothing of its class changes nothing. */
export const classedAfter = (before: Classed | null, row: Row): Classed | null =>
  Object.hasOwn(steps, row.action) ? (steps[row.action]?.(before, row) ?? null) : before;

/** @param rows about one artifact, oldest first */
export const classedBy = (rows: readonly Row[]): Classed | null =>
  rows.reduce<Classed | null>(classedAfter, null);
