import { illegal, type LifeRow, type Step } from "#shared/domain/audit/life.ts";

/* What the rows about an artifact say it is in law, and which person said so. */

interface Classed {
  class: unknown;
  state: "proposed" | "confirmed" | "overridden" | "reopened";
  confirmed_by: string | null;
  confirmed_at: string | null;
}

/** With the number of the newest row: the rows are no chain, so they are counted. */
export interface ArtifactLife extends Classed {
  number: number;
}

type Row = Pick<LifeRow, "action" | "context" | "created_at" | "actor_user_id">;

const NOBODY = { confirmed_by: null, confirmed_at: null };

const byPerson = ({ actor_user_id, created_at }: Row) => ({
  confirmed_by: actor_user_id,
  confirmed_at: created_at,
});

type Change = (before: Classed | null, row: Row) => Classed | null;

const changes: Readonly<Record<string, Change>> = {
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
const classedAfter = (before: Classed | null, row: Row): Classed | null =>
  Object.hasOwn(changes, row.action) ? (changes[row.action] as Change)(before, row) : before;

/** What is shown of an artifact; null: nobody has classified it. */
export type Shown = { [K in keyof Classed]: K extends "state" ? Classed[K] | null : Classed[K] };

/** Whether an artifact is shown as its rows say it is. */
export const isShownAs = (said: Classed | null, shown: Shown): boolean =>
  said !== null &&
  said.class === shown.class &&
  said.state === shown.state &&
  said.confirmed_by === shown.confirmed_by &&
  said.confirmed_at === shown.confirmed_at;

/** The place of a row among those about its artifact. */
const numberOf = ({ context }: Pick<LifeRow, "context">): number => Number(context.number);

/** What may be the first row: a model classified it, or a person did before any model. */
const FIRST: ReadonlySet<string> = new Set(["artifact.classified", "artifact.overridden"]);

/** An artifact after a row. */
const artifactStep: Step<ArtifactLife> = (before, row) => {
  const number = numberOf(row);
  if (number !== (before?.number ?? 0) + 1)
    return {
      refused: "row_missing" as const,
      detail: "a row before it is missing, or is there twice.",
    };
  if (before === null && !FIRST.has(row.action)) {
    return illegal("nothing had classified it before.");
  }
  const { number: _, ...known } = before ?? {};
  const after = classedAfter(before === null ? null : (known as Classed), row);
  return after === null ? illegal("it says nothing of a class.") : { ...after, number };
};

/** By what the rows about an artifact are replayed: in the order of their numbers. */
export const artifactLife = { step: artifactStep, placeOf: numberOf };
