import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import {
  type ClassificationRecord,
  isAllowedByOne,
  isDecided,
} from "#shared/domain/inventory/classification.ts";
import { artifactKey } from "./artifacts.ts";
import { all, type Change, type Condition, change, is, isAbsent } from "./item.ts";
import { type Item, queryAll } from "./read.ts";
import type { Action } from "./transact.ts";

/*
 * SYSTEMS#TENANT#<id> / <connection_id>#<shard>: the number of a connection's artifacts in each class
 * and state
 *
 * An artifact's `counted` names the class and state in which it is counted; absent: in none. It changes
 * in one transaction with the sums, and only from the value that was read, so the sums always match
 * `counted`. Each connection has four items, so that its pushes do not contend for one.
 */

const SHARDS = 4;
const UNCLASSIFIED = "unclassified";

const partition = (tenantId: string): string => `SYSTEMS#TENANT#${tenantId}`;

/** The fields of an artifact that show what it counts as. */
type Counted = Pick<Artifact, "tenant_id" | "connection_id" | "kind" | "id"> & {
  /** What it counts as now. */
  counted: string | null;
};

type Countable = Pick<Artifact, "retired_at" | "classification">;

/** What an artifact counts as: its class and whether somebody answers for it; null: it is gone. */
export function countsAs({ retired_at, classification }: Countable): string | null {
  if (retired_at !== null) return null;
  if (classification === null) return UNCLASSIFIED;
  const { class: name } = classification;
  if (isAllowedByOne(classification)) return `${name}:by_one`;
  return `${name}:${isDecided(classification) ? "decided" : "open"}`;
}

/** An artifact that from now on counts as something else. */
export interface Recounted {
  artifact: Counted;
  to: string | null;
}

/** Changes an artifact so that from now on it counts as something else, if it still counts as it did. */
export function changeCounted(
  { artifact, to }: Recounted,
  { set, remove = [], where }: { set?: Item; remove?: readonly string[]; where: Condition },
): Change {
  const { counted } = artifact;
  return change(artifactKey(artifact), {
    set: { ...set, counted: to ?? undefined },
    remove: to === null && counted !== null ? [...remove, "counted"] : remove,
    where: all(where, counted === null ? isAbsent("counted") : is({ counted })),
  });
}

/** The condition that an artifact still has the classification that was read. */
export const hasStill = (classification: ClassificationRecord | null): Condition =>
  classification === null
    ? isAbsent("classification.revision")
    : is({ "classification.revision": classification.revision });

/** The writes to the sums in a transaction that changes what these artifacts count as. */
export function changeCounts(recounted: readonly Recounted[]): Action[] {
  const byConnection = Map.groupBy(recounted, ({ artifact }) => artifact.connection_id);
  return [...byConnection.values()].flatMap((group) => {
    const [first] = group as [Recounted, ...Recounted[]];
    const changes = changesOf(group);
    return changes.length === 0 ? [] : [changeSums(first.artifact, changes)];
  });
}

function changesOf(group: readonly Recounted[]): (readonly [kind: string, by: number])[] {
  const sums = new Map<string, number>();
  const add = (kind: string | null, by: number): void => {
    if (kind !== null) sums.set(kind, (sums.get(kind) ?? 0) + by);
  };
  for (const { artifact, to } of group) {
    add(artifact.counted, -1);
    add(to, 1);
  }
  return [...sums].filter(([, by]) => by !== 0);
}

function changeSums(
  { tenant_id, connection_id, id }: Counted,
  changes: readonly (readonly [kind: string, by: number])[],
): Action {
  const shard = Number.parseInt(id.slice(0, 4), 16) % SHARDS;
  const key = { pk: partition(tenant_id), sk: `${connection_id}#${shard}` };
  return change(key, { add: Object.fromEntries(changes) });
}

/** How many artifacts of these connections are in one class and state. */
export interface SystemCount {
  /** null: nothing has classified them. */
  class: string | null;
  isDecided: boolean;
  /** One person alone says that the law allows what the facts prohibit. */
  isByOne: boolean;
  count: number;
}

/**
 * Counts what a tenant's connections have found and is still there. Reads a few items for each
 * connection.
 */
export async function readSystemCounts(
  tenantId: string,
  connectionIds: ReadonlySet<string>,
): Promise<SystemCount[]> {
  const items = await queryAll({ pk: partition(tenantId) });
  return items
    .filter(({ sk }) => connectionIds.has(String(sk).split("#")[0] ?? ""))
    .flatMap(countsIn);
}

const countsIn = (item: Item): SystemCount[] =>
  Object.entries(item).flatMap(([kind, count]) => {
    if (typeof count !== "number") return [];
    const [name = "", state] = kind.split(":");
    const isByOne = state === "by_one";
    const isDecided = isByOne || state === "decided";
    return [{ class: kind === UNCLASSIFIED ? null : name, isDecided, isByOne, count }];
  });
