import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { StoredEntry } from "#shared/domain/extractors/platform.ts";
import {
  type ExtractorSettings,
  type PlannedEntry,
  type ShownSettings,
  sameSettings,
  shownSettings,
} from "#shared/domain/extractors/settings.ts";
import { nowMs } from "#shared/platform/clock.ts";
import {
  credentialProviders,
  deleteCredential,
  writeCredential,
} from "#shared/platform/extractors/extractor-credentials.ts";
import { lockExtractor, putExtractor, unlockExtractor } from "#shared/store/tenant-extractor.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";

export interface ChainChange {
  tenantId: string;
  /** Makes the new chain from the current one; throws for a wrong request. Left out: it stays. */
  plan?: ((present: readonly StoredEntry[]) => readonly PlannedEntry[]) | undefined;
  /** Other settings that change. */
  further?: Partial<Pick<ExtractorSettings, "budget" | "mode">>;
  row: (before: ExtractorSettings, after: ExtractorSettings) => AuditRow;
  /** The error that this caller gets for an unknown tenant. */
  unknownTenant: () => DomainError;
}

/**
 * Changes a tenant's extractor settings under a lock, since two stores are involved. First new
 * credentials are written as versions that nothing names yet, then credentials without an entry are
 * deleted, then chain and audit row are written in one transaction. A crash after any step leaves every
 * entry with its own credential or none (the entry then fails as `credential_invalid` and the chain
 * moves on); repeating the request completes it.
 */
export async function changeChain(change: ChainChange): Promise<ShownSettings> {
  const { tenantId, plan, further } = change;
  const holder = randomUUID();
  const present = await lock(change, holder);
  let isHeld = true;
  try {
    const chain = plan === undefined ? present.chain : await changedChain(plan, present, tenantId);
    const after = { ...present, ...further, chain };
    if (!sameSettings(present, after)) {
      const outcome = await putExtractor(tenantId, holder, after, change.row(present, after));
      isHeld = false;
      if (!outcome.committed) throw busy();
    }
    return shownSettings(after);
  } finally {
    if (isHeld) await unlockExtractor(tenantId, holder);
  }
}

async function changedChain(
  plan: NonNullable<ChainChange["plan"]>,
  present: ExtractorSettings,
  tenantId: string,
): Promise<StoredEntry[]> {
  const chain = await writeCredentials(tenantId, plan(present.chain));
  await deleteUnused(tenantId, chain);
  return chain;
}

/** @throws DomainError `conflict` when someone else keeps changing the settings */
const lock = (
  { tenantId, unknownTenant }: ChainChange,
  holder: string,
): Promise<ExtractorSettings> =>
  retryOnConflict(
    null,
    async (): Promise<Attempt<null, ExtractorSettings>> => {
      const locked = await lockExtractor(tenantId, holder, nowMs());
      if (locked.state === "unknown") throw unknownTenant();
      return locked.state === "locked" ? { done: locked.settings } : { conflict: null };
    },
    "conflict",
    (made) => wait(Math.min(800, 200 * 2 ** made) * Math.random()),
  );

const busy = () =>
  new DomainError("conflict", "Someone else is changing these settings; try again in a moment.");

const writeCredentials = (
  tenantId: string,
  planned: readonly PlannedEntry[],
): Promise<StoredEntry[]> =>
  Promise.all(
    planned.map(async ({ stored, newCredential }) =>
      newCredential === null
        ? stored
        : {
            ...stored,
            credential_version: await writeCredential(tenantId, stored.provider, newCredential),
          },
    ),
  );

/** Deletes credentials that no entry names, including what an interrupted change left behind. */
async function deleteUnused(tenantId: string, chain: readonly StoredEntry[]): Promise<void> {
  const used = new Set(
    chain.filter((entry) => entry.credential_version !== null).map(({ provider }) => provider),
  );
  const unused = credentialProviders.filter((provider) => !used.has(provider));
  await Promise.all(unused.map((provider) => deleteCredential(tenantId, provider)));
}
