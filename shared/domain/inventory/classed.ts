import { illegal, type LifeRow, type Step } from "#shared/domain/audit/life.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";

/* Replays the rows about an artifact: its class in law, and the person who decided on it. */

interface Decided {
  class: unknown;
  state: "proposed" | "confirmed" | "overridden" | "reopened";
  confirmed_by: string | null;
  confirmed_at: string | null;
  /** Whether a sentence of the law allows what the facts prohibit; a second person may confirm that. */
  isAllowed: boolean;
}

interface Classed extends Decided {
  /** The gates that apply, each with the rule on which it rests. */
  reasons: unknown;
}

/** Carries the number of the newest row. These rows form no chain, so they are counted. */
export interface ArtifactLife extends Classed {
  number: number;
}

type Row = Pick<LifeRow, "action" | "context" | "created_at" | "actor_user_id">;

const NOBODY = { confirmed_by: null, confirmed_at: null, isAllowed: false };

const byPerson = (row: Row, to: unknown) => ({
  class: to,
  confirmed_by: row.actor_user_id,
  confirmed_at: row.created_at,
  isAllowed: row.context.allowed_by !== undefined,
});

/**
 * Whether a second person confirms what the first one decided, which stays the first one's decision. A
 * decision of their own would name the sentence of the law.
 */
const isSecond = (before: Decided | null, { actor_user_id, context }: Row): boolean =>
  before?.isAllowed === true &&
  before.confirmed_at !== null &&
  before.confirmed_by !== actor_user_id &&
  before.class === context.class &&
  context.allowed_by === undefined;

type Change = (before: Decided | null, row: Row) => Decided | null;

const changes: Readonly<Record<string, Change>> = {
  "artifact.classified": (before, { context }) =>
    before?.confirmed_at
      ? before
      : {
          ...NOBODY,
          class: context.class,
          state: before === null ? "proposed" : before.state,
        },
  "artifact.confirmed": (before, row) =>
    isSecond(before, row) ? before : { ...byPerson(row, row.context.class), state: "confirmed" },
  "artifact.overridden": (_, row) => ({ ...byPerson(row, row.context.to), state: "overridden" }),
  "artifact.reopened": (_, { context }) => ({ ...NOBODY, class: context.to, state: "reopened" }),
};

/** The artifact's classification after one more row. A row about something else changes nothing. */
function classedAfter(before: Classed | null, row: Row): Classed | null {
  if (!Object.hasOwn(changes, row.action)) return before;
  const after = (changes[row.action] as Change)(before, row);
  const known = row.action === "artifact.classified" ? row.context.reasons : before?.reasons;
  return after && { ...after, reasons: known ?? [] };
}

/**
 * The classification as shown; the state is null if nobody has classified the artifact. Answers show no
 * reasons, only the inventory does.
 */
export type Shown = Omit<Decided, "state" | "isAllowed"> & {
  state: Decided["state"] | null;
  reasons?: unknown;
};

/** Whether the classification shown is the one that the artifact's rows give. */
export const isShownAs = (said: Classed | null, shown: Shown): boolean =>
  said !== null &&
  said.class === shown.class &&
  said.state === shown.state &&
  said.confirmed_by === shown.confirmed_by &&
  said.confirmed_at === shown.confirmed_at &&
  (shown.reasons === undefined || sameJson(said.reasons, shown.reasons));

/** The number of a row among the rows about its artifact. */
const numberOf = ({ context }: Pick<LifeRow, "context">): number => Number(context.number);

/** The actions of a first row: a model classified the artifact, or a person did before any model. */
const FIRST: ReadonlySet<string> = new Set(["artifact.classified", "artifact.overridden"]);

/** Applies one row to an artifact. */
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

/** How the rows about an artifact are replayed: in the order of their numbers. */
export const artifactLife = { step: artifactStep, placeOf: numberOf };
