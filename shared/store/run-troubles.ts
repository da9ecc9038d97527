import type { EndedRun } from "#shared/domain/discovery/run.ts";
import { type TroubledRun, troubleIn } from "#shared/domain/discovery/run-trouble.ts";
import { all, change, drop, exists, isAbsent, put } from "./item.ts";
import { getItem, type Item, queryOnce, readRecords } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * CONNECTION#<id> / TROUBLE   what its runs leave to be done, until a full run succeeds:
 *                             `failed`: how many failed since, `last_failed` the newest, `given_up`;
 *                             `incomplete`, `unclassified`: the run of which that is true
 * gsi1 all connections of which anything is left, sk <connection id>
 */

const PARTITION = "CONNECTIONS#TROUBLED";

const troubleKey = (connectionId: string): Key => ({
  pk: `CONNECTION#${connectionId}`,
  sk: "TROUBLE",
});

/** What a connection's runs leave to be done. */
export interface RunTroubles {
  connection_id: string;
  tenant_id: string;
  /** How many failed since a full run succeeded. */
  failed: number;
  last_failed: TroubledRun | null;
  /** One of them was given up after its last try. */
  given_up: boolean;
  incomplete: TroubledRun | null;
  unclassified: TroubledRun | null;
}

const troublesOf = (item: Item): RunTroubles => ({
  ...{ failed: 0, last_failed: null, given_up: false, incomplete: null, unclassified: null },
  ...(item as unknown as Pick<RunTroubles, "connection_id" | "tenant_id">),
});

/** The connections, of all tenants, whose runs leave something to be done. */
export async function troubledConnections(
  most: number,
): Promise<{ troubled: readonly RunTroubles[]; isMore: boolean }> {
  const { items, lastKey } = await queryOnce({ index: "gsi1", pk: PARTITION, limit: most });
  return { troubled: items.map(troublesOf), isMore: lastKey !== null };
}

/** What the runs of these connections leave to be done. */
export const troublesOfConnections = async (ids: readonly string[]): Promise<RunTroubles[]> =>
  (await readRecords(ids.map(troubleKey), troublesOf)).filter((one) => one !== null);

/** Removes what the runs of a deleted connection left to be done. */
export const dropTroubles = (connectionId: string): Action => drop(troubleKey(connectionId));

/**
 * How the end of a run changes what its connection's runs leave to be done. A failure adds to it. A
 * full run that succeeds settles everything before it, except missing classes that it could not give
 * either. A partial run settles only the classes that an exhausted budget had left, since it begins with
 * those findings; it covers nothing else of what is missing. The action fails if it no longer fits what
 * is noted.
 */
export async function troubleOf(run: EndedRun): Promise<Action | undefined> {
  // An examination changes nothing, and nobody can mend what a deleted connection's runs lack.
  const isOfNone = run.kind === "examination" || run.error_jsonb?.code === "connection_deleted";
  if (isOfNone) return undefined;
  const { failed, is_given_up, incomplete, unclassified } = troubleIn(run);
  const isFull = run.kind === "full";
  if (failed !== null) return addFailure(run, failed, is_given_up);
  const left = { ...(incomplete && { incomplete }), ...(unclassified && { unclassified }) };
  const isLeft = incomplete !== null || unclassified !== null;
  if (isFull && isLeft && isUnclassifiedStill(run))
    return changed(run, { set: left, remove: failure });
  if (isFull && isLeft) return put({ ...placeOf(run), ...left });
  if (isLeft) return changed(run, { set: left });
  const before = await getItem(troubleKey(run.connection_id));
  if (before === null || (!isFull && !wasLeftByBudget(before))) return undefined;
  if (isFull) return dropTroubles(run.connection_id);
  // Another run may end at the same moment, and leave something.
  return before.failed === undefined && before.incomplete === undefined
    ? drop(troubleKey(run.connection_id), all(isAbsent("failed"), isAbsent("incomplete")))
    : changed(run, { remove: ["unclassified"], where: exists("unclassified") });
}

/** The fields of a failure. */
const failure = ["failed", "last_failed", "given_up"];

/** It could list nothing itself, and could not classify what was known before. */
const isUnclassifiedStill = ({ artifacts_count, error_jsonb, coverage }: EndedRun): boolean =>
  artifacts_count === 0 &&
  error_jsonb?.stage === "classification" &&
  !coverage.some(({ status }) => status === "complete");

const wasLeftByBudget = (before: Item): boolean =>
  troublesOf(before).unclassified?.reason === "extractor_budget_exhausted";

const placeOf = ({ connection_id, tenant_id }: EndedRun) => ({
  ...troubleKey(connection_id),
  ...indexEntry("gsi1", PARTITION, connection_id),
  ...{ connection_id, tenant_id },
});

/** A full run that failed says nothing about what could be listed. */
const addFailure = (run: EndedRun, last_failed: TroubledRun, isGivenUp: boolean): Action =>
  changed(run, {
    set: { last_failed, ...(isGivenUp ? { given_up: true } : {}) },
    remove: run.kind === "full" ? ["incomplete"] : [],
    add: { failed: 1 },
  });

const changed = (run: EndedRun, { set, ...more }: Parameters<typeof change>[1]): Action => {
  const { pk, sk, ...place } = placeOf(run);
  return change({ pk, sk }, { set: { ...place, ...set }, ...more });
};
