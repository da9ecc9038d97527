import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { SystemsPolicy } from "#shared/domain/clearance/systems-question.ts";
import type { ExtractorSettings } from "#shared/domain/extractors/settings.ts";
import type { Tenant } from "#shared/domain/tenants/tenant.ts";
import { putAuditRow } from "./audit.ts";
import { all, any, change, exists, is, isAbsent, isBelow } from "./item.ts";
import { type Page, type Paging, readPage } from "./page.ts";
import { getItem, type Item } from "./read.ts";
import { systemsPolicyIn } from "./systems-gate.ts";
import { TENANTS, tenantKey, tenantOf } from "./tenants.ts";
import { type Outcome, transact } from "./transact.ts";
import { updateItem } from "./update.ts";

/*
 * The tenant's own item has `extractor` {chain, budget, mode}, the settings block of the second seed,
 * and, while this is being changed, `extractor_lock` {holder, until}. The lock spans what one
 * transaction cannot: the secret store and the table.
 */

/** A tenant's own settings; those that were never set have their defaults. */
const settingsOf = (item: Item): ExtractorSettings => ({
  chain: [],
  budget: null,
  mode: "allowed",
  ...(item.extractor as Partial<ExtractorSettings> | undefined),
});

/** A tenant with its own settings. */
export async function readTenantExtractor(
  tenantId: string,
): Promise<({ tenant: Tenant; systems_gate: SystemsPolicy } & ExtractorSettings) | null> {
  const item = await getItem(tenantKey(tenantId));
  if (item === null) return null;
  return { tenant: tenantOf(item), systems_gate: systemsPolicyIn(item), ...settingsOf(item) };
}

/** Every tenant's own chain, in the order of the tenants' creation. */
export async function tenantChainPage(
  paging: Paging,
): Promise<Page<{ tenant_id: string } & Pick<ExtractorSettings, "chain">>> {
  const listing = { scope: "EXTRACTOR_STATUS", index: "gsi1", partitions: [TENANTS] } as const;
  const { items, next_cursor } = await readPage(listing, paging);
  const chains = items.map((item) => ({
    tenant_id: tenantOf(item).id,
    chain: settingsOf(item).chain,
  }));
  return { items: chains, next_cursor };
}

const LOCK = "extractor_lock";
/** Longer than any function behind the HTTP API can run: an expired lock's holder is gone. */
const LOCK_MS = 30_000;

export type Locked =
  | { state: "locked"; settings: ExtractorSettings }
  | { state: "unknown" }
  | { state: "busy" };

/**
 * Takes the lock on a tenant's extractor settings and reads them, in one round trip.
 * @param now milliseconds since the epoch
 */
export async function lockExtractor(
  tenantId: string,
  holder: string,
  now: number,
): Promise<Locked> {
  const outcome = await updateItem(
    change(tenantKey(tenantId), {
      set: { [LOCK]: { holder, until: now + LOCK_MS } },
      where: all(exists("pk"), any(isAbsent(LOCK), isBelow(`${LOCK}.until`, now))),
    }),
  );
  if (outcome.updated) return { state: "locked", settings: settingsOf(outcome.before) };
  return { state: outcome.present === null ? "unknown" : "busy" };
}

const heldBy = (holder: string) => is({ [`${LOCK}.holder`]: holder });

/** Stores the settings with their audit row and releases the lock, if it is still held. */
export function putExtractor(
  tenantId: string,
  holder: string,
  settings: ExtractorSettings,
  row: AuditRow,
): Promise<Outcome> {
  return transact({
    settings: change(tenantKey(tenantId), {
      set: { extractor: settings },
      remove: [LOCK],
      where: heldBy(holder),
    }),
    row: putAuditRow(row),
  });
}

/** Releases the lock without a change; does nothing if someone else holds it by now. */
export const unlockExtractor = (tenantId: string, holder: string): Promise<Outcome> =>
  transact({
    lock: change(tenantKey(tenantId), { remove: [LOCK], where: heldBy(holder) }),
  });
