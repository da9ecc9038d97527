import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Machine } from "#shared/domain/machines/machine.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { change, drop, entity, is, isAbsent, put } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { getItem, queryAll, readRecord } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Outcome, transact } from "./transact.ts";

/*
 * MACHINES#<owner>     / <id>   a machine; the owner is `platform`, `pipelines` or a tenant's id
 * MACHINEHEAD#<owner>  / META   how often its machines were changed, so that two changes at once
 *                               cannot make machines that one token fits
 */

const machinesOfOwner = (owner: string): string => `MACHINES#${owner}`;
const machineKey = (owner: string, id: string): Key => ({ pk: machinesOfOwner(owner), sk: id });
const headKey = (owner: string): Key => ({ pk: `MACHINEHEAD#${owner}`, sk: "META" });

const machineEntity = entity<Machine>("machine", {});
const machineOf = machineEntity.fromItem;

export const getMachine = (owner: string, id: string): Promise<Machine | null> =>
  readRecord(machineKey(owner, id), machineOf);

/** A page of an owner's machines, by id. */
export const pageOfMachines = (owner: string, paging: Paging): Promise<Page<Machine>> =>
  pageOf({ partitions: [machinesOfOwner(owner)] }, paging, machineOf);

const machinesOf = async (owner: string): Promise<Machine[]> =>
  (await queryAll({ pk: machinesOfOwner(owner) })).map(machineOf);

/** Every machine of an owner, and how often they were changed until then. */
export async function readMachines(
  owner: string,
): Promise<{ machines: readonly Machine[]; revision: number }> {
  // Read the head first, so that any change after this makes the write fail.
  const head = await getItem(headKey(owner));
  return { machines: await machinesOf(owner), revision: Number(head?.revision ?? 0) };
}

const cache = createAgedCache<readonly Machine[]>({ maxAgeMs: 30_000, mostKept: 200 });

/** Every machine of an owner, at most 30 s old. @param now ISO 8601 UTC */
export async function cachedMachines(owner: string, now: string): Promise<readonly Machine[]> {
  const at = Date.parse(now);
  const kept = cache.get(owner, at);
  if (kept !== undefined) return kept;
  const machines = await machinesOf(owner);
  cache.set(owner, machines, at);
  return machines;
}

/**
 * Creates, changes or (`after` null) deletes a machine that is still as `before`, with its row.
 * @param revision how often the owner's machines had been changed when they were read
 */
export function writeMachine(
  { owner, id }: Pick<Machine, "owner" | "id">,
  revision: number,
  before: Machine | null,
  after: Machine | null,
  row: AuditRow,
): Promise<Outcome> {
  const isSame = before === null ? isAbsent("pk") : machineEntity.unchanged(before);
  const key = machineKey(owner, id);
  return transact({
    machine:
      after === null ? drop(key, isSame) : put({ ...key, ...machineEntity.toItem(after) }, isSame),
    head: change(headKey(owner), {
      set: { revision: revision + 1 },
      where: revision === 0 ? isAbsent("revision") : is({ revision }),
    }),
    row: putLoggedRow(row),
  });
}
