import { illegal, type LifeRow, type Step } from "#shared/domain/audit/life.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";

/* Replays the rows about an artifact: its class in law, and the person who decided on it. */

interface Decided {
  class: unknown;
  state: "proposed" | "confirmed" | "overridden" | "reopened";
  confirmed_by: string | null;
  confirmed_at: string | null;
  /** The sentence of the law that allows what the facts prohibit; null: none was named. */
  allowed_by: string | null;
  /** The second person who confirmed that; null: nobody did. */
  second_by: string | null;
}

interface Classed extends Decided {
  /** The class that the gates gave last; a person's override does not change it. */
  gate_class: unknown;
  /** The hash of the facts; null: none is known. Rows of earlier versions have none. */
  facts_hash: unknown;
  /** The gates that apply, each with the rule on which it rests. */
  reasons: unknown;
}

/** Carries the number of the newest row. These rows form no chain, so they are counted. */
export interface ArtifactLife extends Classed {
  number: number;
}

type Row = Pick<LifeRow, "action" | "context" | "created_at" | "actor_user_id">;

const NOBODY = { confirmed_by: null, confirmed_at: null, second_by: null };

const sentenceIn = ({ context }: Row): string | null =>
  context.allowed_by === undefined ? null : String(context.allowed_by);

function byPerson(before: Decided | null, row: Row, to: unknown) {
  const allowed_by = sentenceIn(row);
  const isSame = before?.class === to && before?.allowed_by === allowed_by;
  const second_by = before?.second_by ?? null;
  return {
    class: to,
    confirmed_by: row.actor_user_id,
    confirmed_at: row.created_at,
    allowed_by,
    second_by: isSame && second_by !== row.actor_user_id ? second_by : null,
  };
}

/** While nobody answers for the class. An exception stands until the class is "prohibited" again. */
const byNobody = (before: Decided | null, row: Row, to: unknown) => ({
  ...NOBODY,
  class: to,
  allowed_by: to === "prohibited" ? null : (sentenceIn(row) ?? before?.allowed_by ?? null),
});

/** A decision stands until another row ends it. A person's answers may name another sentence of the law. */
function standing<D extends Decided>(before: D, row: Row): D {
  const allowed_by = sentenceIn(row) ?? before.allowed_by;
  return allowed_by === before.allowed_by ? before : { ...before, allowed_by, second_by: null };
}

/**
 * Whether a second person confirms what the first one decided, which stays the first one's decision. A
 * decision of their own would name the sentence of the law.
 */
const isSecond = (before: Decided | null, { actor_user_id, context }: Row): before is Decided =>
  before !== null &&
  before.allowed_by !== null &&
  before.second_by === null &&
  before.confirmed_at !== null &&
  before.confirmed_by !== actor_user_id &&
  before.class === context.class &&
  context.allowed_by === undefined;

type Change = (before: Decided | null, row: Row) => Decided | null;

const changes: Readonly<Record<string, Change>> = {
  "artifact.classified": (before, row) =>
    before?.confirmed_at
      ? standing(before, row)
      : { ...byNobody(before, row, row.context.class), state: before?.state ?? "proposed" },
  "artifact.confirmed": (before, row) =>
    isSecond(before, row)
      ? { ...before, second_by: row.actor_user_id }
      : { ...byPerson(before, row, row.context.class), state: "confirmed" },
  "artifact.overridden": (before, row) => ({
    ...byPerson(before, row, row.context.to),
    state: "overridden",
  }),
  "artifact.reopened": (before, row) => ({
    ...byNobody(before, row, row.context.to),
    state: "reopened",
  }),
};

/** The artifact's classification after one more row. A row about something else changes nothing. */
function classedAfter(before: Classed | null, row: Row): Classed | null {
  if (!Object.hasOwn(changes, row.action)) return before;
  const after = (changes[row.action] as Change)(before, row);
  const isFound = row.action === "artifact.classified";
  const { reasons, facts_hash } = isFound ? row.context : (before ?? NOTHING_KNOWN);
  const gate_class = isFound ? row.context.class : gateClassOf(before);
  return after && { ...after, gate_class, facts_hash, reasons: reasons ?? [] };
}

/** Before an artifact's first row. */
const NOTHING_KNOWN = { reasons: [], facts_hash: null };

/** Nothing but the gates gives a class to confirm; before they have weighed facts, it is unknown. */
const gateClassOf = (before: Classed | null): unknown => before?.gate_class ?? "unknown";

/** Whether the facts before this row are those after the newest row about facts. */
function isOnTop(before: Classed | null, { action, context }: Row): boolean {
  const { facts_hash } = before ?? NOTHING_KNOWN;
  const isComparable = facts_hash !== undefined && context.facts_before !== undefined;
  return action !== "artifact.classified" || !isComparable || context.facts_before === facts_hash;
}

/** Why the service would not have written this row; null: it may have. */
function faultOf(before: Classed | null, row: Row): string | null {
  const { action, context } = row;
  const found = gateClassOf(before);
  if (!isOnTop(before, row)) return "the facts before it are not those of the rows before it.";
  if (action === "artifact.confirmed" && !isSecond(before, row) && context.class !== found) {
    return "the facts gave another class than the one that it confirms.";
  }
  const to = action === "artifact.overridden" ? context.to : context.class;
  const isPersons = action === "artifact.overridden" || context.answers_hash !== undefined;
  return isPersons && found === "prohibited" && to !== "prohibited" && sentenceIn(row) === null
    ? "it leaves “prohibited” without the sentence of the law that allows it."
    : null;
}

/**
 * The classification as shown; the state is null if nobody has classified the artifact. Answers show no
 * reasons, only the inventory does.
 */
export type Shown = Omit<Decided, "state" | "allowed_by" | "second_by"> & {
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
  const fault = faultOf(before, row);
  if (fault !== null) return illegal(fault);
  const after = classedAfter(before, row);
  return after === null ? illegal("it says nothing of a class.") : { ...after, number };
};

/** How the rows about an artifact are replayed: in the order of their numbers. */
export const artifactLife = { step: artifactStep, placeOf: numberOf };
