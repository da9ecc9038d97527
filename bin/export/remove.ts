import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { demolishBus } from "#shared/domain/eventbus/build-bus.ts";
import type { Tombstone } from "#shared/domain/tenants/departure.ts";
import { entityAt, kindOf, textOf } from "#shared/store/entities.ts";
import { enterTable, type TableOf } from "../admin/enter-table.ts";
import { idsIn, type Owned, ownedBy } from "./owned.ts";
import { refreshTokensOf } from "./refresh-tokens-of.ts";
import { type Item, scanTable } from "./scan.ts";
import { until } from "./wait-for-log.ts";

export interface Removal extends TableOf {
  tenantId: string;
  /** The tenant's name, so that nobody removes another one by mistake. */
  name: string;
}

/** How long a function from before the tombstone may still run. What it writes must go, too. */
const LONGEST_RUN_MS = 15 * 60 * 1000;

/**
 * Removes a tenant. First comes its tombstone, on which every write of the tenant is conditional, then
 * its bus, its secrets and its items. If it is run again, it continues where it stopped.
 * @returns the last line to print, and whether the command has to be run once more
 * @throws Error with one sentence
 */
export async function removeTenant(
  { tenantId, name, ...of }: Removal,
  say: (line: string) => void,
): Promise<{ text: string; isDone: boolean }> {
  const now = await enterTable(of);
  const { started_at, removed_at } = await bury(tenantId, name, say);
  if (removed_at !== null) return { text: `${name} was removed on ${removed_at}.`, isDone: true };
  const progress = await openProgress(tenantId);
  const owned = await ownedBy(tenantId, progress.ids);
  const accounts = [...new Set([...progress.accounts, ...(await busAccounts(owned))])];
  const outside = { ids: owned.lasting, accounts };
  await progress.keep(outside);
  await removeOutside(tenantId, outside, say);
  const keep = (counts: Progress["counts"]) => progress.keep({ ...outside, counts });
  const counts = await removeItems(owned, { before: progress.counts, keep }, say);
  const due = Date.parse(started_at) + LONGEST_RUN_MS;
  if (Date.parse(now) < due) {
    const at = new Date(due).toISOString();
    const text =
      `Nothing of ${name} answers any more. Functions that began before may write until ${at}: ` +
      "run the same command again after that to remove it, and to record the end.";
    return { text, isDone: false };
  }
  await finish(tenantId, counts);
  return { text: `${name} is removed.`, isDone: true };
}

/** Has a function write the tenant's tombstone with its row, and returns the tombstone. */
async function bury(
  tenant_id: string,
  name: string,
  say: (line: string) => void,
): Promise<Tombstone> {
  const { getTombstone } = await import("#shared/store/departures.ts");
  const { readTenant } = await import("#shared/store/tenants.ts");
  const { tellDeparture } = await import("#shared/platform/aws/worker-events.ts");
  const [tenant, known] = [await readTenant(tenant_id), await getTombstone(tenant_id)];
  const stored = tenant?.name ?? known?.name;
  if (stored === undefined) throw new Error(`There is no tenant ${tenant_id}.`);
  if (stored !== name) {
    throw new Error(`The tenant ${tenant_id} has another name. Nothing was removed.`);
  }
  if (known !== null) return known;
  await tellDeparture({ told: "removal_started", tenant_id, name });
  say("Waiting for the tombstone …");
  return until(() => getTombstone(tenant_id), "The service did not begin the removal");
}

/** The accounts for which the tenant has a customer's bus. */
async function busAccounts(owned: Owned): Promise<string[]> {
  const accounts: string[] = [];
  for await (const item of scanTable()) {
    if (entityAt(textOf(item))?.name !== "connection" || !owned.owns(item)) continue;
    const { subtype, remote_tenant_id = "" } = item.connection as Record<string, string>;
    if (subtype === "eventbus") accounts.push(remote_tenant_id);
  }
  return accounts;
}

/** Removes all outside the table: customers' buses, refresh tokens, model providers' credentials. */
async function removeOutside(
  tenantId: string,
  { ids, accounts }: Pick<Progress, "ids" | "accounts">,
  say: (line: string) => void,
): Promise<void> {
  const { busWork } = await import("#shared/platform/aws/customer-buses.ts");
  const { dropRefreshToken } = await import("#shared/platform/secrets/refresh-tokens.ts");
  const { credentialProviders, deleteCredential } = await import(
    "#shared/platform/extractors/extractor-credentials.ts"
  );
  for (const id of [...ids, ...(await refreshTokensOf(tenantId))]) await dropRefreshToken(id);
  for (const provider of credentialProviders) await deleteCredential(tenantId, provider);
  for (const account of accounts) {
    say("Removing the event bus …");
    if ((await demolishBus(busWork(60_000), { tenantId, account })) === "busy") {
      throw new Error("The event bus is busy. Run the same command again in a minute.");
    }
  }
}

interface Progress {
  /** Ids under which functions that are still running may write. */
  ids: readonly string[];
  /** Accounts of customers' buses. A function that is still running may build such a bus again. */
  accounts: readonly string[];
  /** What has been removed so far. */
  counts: Readonly<Record<string, number>>;
}

/** How far a removal has come. It is stored beside the tombstone and is not part of evidence. */
async function openProgress(tenantId: string) {
  const { tombstoneKey } = await import("#shared/store/tombstones.ts");
  const { change, exists } = await import("#shared/store/item.ts");
  const { getItem } = await import("#shared/store/read.ts");
  const { updateItem } = await import("#shared/store/update.ts");
  const key = tombstoneKey(tenantId);
  const stored = (await getItem(key))?.progress as Partial<Progress> | undefined;
  const before: Progress = { ids: [], accounts: [], counts: {}, ...stored };
  return {
    ...before,
    keep: async (after: Partial<Progress>): Promise<void> => {
      const progress = { ...before, ...after };
      const kept = await updateItem(change(key, { set: { progress }, where: exists("pk") }));
      if (!kept.updated) throw new Error(`The tombstone of tenant ${tenantId} is gone.`);
    },
  };
}

/** The counts are stored after this many removed items. A command that is cut off loses no more. */
const KEPT_EVERY = 25;

interface Counting {
  before: Progress["counts"];
  keep: (counts: Progress["counts"]) => Promise<void>;
}

/** @returns the number of removed items of each kind so far; items that lead to others go last */
async function removeItems(
  owned: Owned,
  { before, keep }: Counting,
  say: (line: string) => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = { ...before };
  const { documents, tableName } = await import("#shared/store/read.ts");
  const last: Item[] = [];
  let removed = 0;
  const remove = async ({ pk, sk }: Item): Promise<void> => {
    await documents.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
    const kind = kindOf(pk);
    counts[kind] = (counts[kind] ?? 0) + 1;
    removed += 1;
    if (removed % KEPT_EVERY === 0) await keep(counts);
  };
  for await (const item of scanTable()) {
    if (!owned.owns(item)) continue;
    if (idsIn(item).length > 0) last.push({ pk: item.pk, sk: item.sk });
    else await remove(item);
  }
  for (const item of last) await remove(item);
  await keep(counts);
  say(`${Object.values(counts).reduce((sum, one) => sum + one, 0)} items are removed.`);
  return counts;
}

async function finish(tenant_id: string, counts: Record<string, number>): Promise<void> {
  const { getTombstone } = await import("#shared/store/departures.ts");
  const { tellDeparture } = await import("#shared/platform/aws/worker-events.ts");
  await tellDeparture({ told: "removed", tenant_id, counts });
  await until(async () => {
    const { removed_at = null } = (await getTombstone(tenant_id)) ?? {};
    return removed_at;
  }, "The service did not record the end of the removal");
}
