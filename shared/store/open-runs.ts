import type { RunKind, RunRecord } from "#shared/domain/discovery/run.ts";
import { all, change, hasFewer, insert, is, isAbsent, literally } from "./item.ts";
import type { Item } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * TENANT#<id> / OPEN_FULL_RUNS: `open` maps connection id → run id, the tenant's open full runs.
 * TENANT#<id> / OPEN_EXAMINATIONS: the same for examinations, by connection, repository and commit.
 * One item enforces both limits of its kind: one open run for the same thing and a bounded number per
 * tenant.
 */

/** How many runs of one kind a tenant may have open at once (contract). */
export const MAX_OPEN_RUNS = 20;

/** Kinds of which a tenant may have a bounded number open. */
export type PlacedKind = Exclude<RunKind, "partial">;

const names: Readonly<Record<PlacedKind, string>> = {
  full: "OPEN_FULL_RUNS",
  examination: "OPEN_EXAMINATIONS",
};

const openRunsKey = (tenantId: string, kind: PlacedKind): Key => ({
  pk: `TENANT#${tenantId}`,
  sk: names[kind],
});

/** Maps the subject of a run to the id of the open run that reads it. */
export type OpenRuns = ReadonlyMap<string, string>;

export const openRunsOf = (item: Item): OpenRuns =>
  new Map(Object.entries(item.open as Record<string, string>));

/** Reads which runs of a kind a tenant has open. */
export const openRunsRead = (tenantId: string, kind: PlacedKind): Read<OpenRuns | null> =>
  readOne(openRunsKey(tenantId, kind), openRunsOf);

type Holder = Pick<
  RunRecord,
  "id" | "tenant_id" | "connection_id" | "kind" | "repository_id" | "commit"
>;

const placedKind = ({ kind }: Pick<Holder, "kind">): PlacedKind =>
  kind === "examination" ? kind : "full";

/** The subject of a run, which only one open run may read at a time. */
export const placeOf = ({
  connection_id,
  repository_id,
  commit,
}: Pick<Holder, "connection_id" | "repository_id" | "commit">): string =>
  commit === null ? connection_id : `${connection_id}#${repository_id}#${commit}`;

const placeIn = (run: Holder): string => `open.${literally(placeOf(run))}`;

/**
 * Takes a place for a run. Fails if another run is reading the same subject, or if all of the tenant's
 * places are taken.
 * @param isFirst the tenant has had no run of this kind yet
 */
export const takePlace = (run: Holder, isFirst: boolean): Action =>
  isFirst
    ? insert({ ...openRunsKey(run.tenant_id, placedKind(run)), open: { [placeOf(run)]: run.id } })
    : change(openRunsKey(run.tenant_id, placedKind(run)), {
        set: { [placeIn(run)]: run.id },
        where: all(isAbsent(placeIn(run)), hasFewer("open", MAX_OPEN_RUNS)),
      });

/** Frees the place; part of the transaction that ends the run. */
export const freePlace = (run: Holder): Action =>
  change(openRunsKey(run.tenant_id, placedKind(run)), {
    remove: [placeIn(run)],
    where: is({ [placeIn(run)]: run.id }),
  });
