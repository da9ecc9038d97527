import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { StoredEntry } from "#shared/domain/extractors/platform.ts";
import {
  type PlannedEntry,
  type ShownEntry,
  sameChain,
  shownChain,
} from "#shared/domain/extractors/settings.ts";
import { type Attempt, retryOnConflict } from "#shared/domain/retry/retry-on-conflict.ts";
import { nowMs } from "#shared/platform/clock.ts";
import {
  credentialProviders,
  deleteCredential,
  writeCredential,
} from "#shared/platform/extractors/extractor-credentials.ts";
import { lockExtractor, putChain, unlockExtractor } from "#shared/store/tenant-extractor.ts";

export interface ChainChange {
  tenantId: string;
  /** Plans the new chain from the current one; throws if the caller's request is wrong. */
  plan: (present: readonly StoredEntry[]) => readonly PlannedEntry[];
  row: (before: readonly StoredEntry[], after: readonly StoredEntry[]) => AuditRow;
  /** The error this caller gets for an unknown tenant. */
  unknownTenant: () => DomainError;
}

/**
 * Changes a tenant's chain under a lock, since two stores are involved. Order: new credentials are
 * written as versions that nothing names yet, credentials without an entry are deleted, then chain
 * and audit row are written in one transaction. A crash after any step leaves every entry with its
 * own credential or none (the entry then fails as `credential_invalid` and the chain moves on);
 * repeating the request completes it.
 */
export async function changeChain(change: ChainChange): Promise<{ chain: ShownEntry[] }> {
  const { tenantId } = change;
  const holder = randomUUID();
  const present = await lock(change, holder);
  let isHeld = true;
  try {
    const planned = change.plan(present);
    const chain = await writeCredentials(tenantId, planned);
    await deleteUnused(tenantId, chain);
    if (!sameChain(present, chain)) {
      const outcome = await putChain(tenantId, holder, chain, change.row(present, chain));
      isHeld = false;
      if (!outcome.committed) throw busy();
    }
    return { chain: shownChain(chain) };
  } finally {
    if (isHeld) await unlockExtractor(tenantId, holder);
  }
}

/** @throws DomainError `conflict` when someone else keeps changing the settings */
const lock = (
  { tenantId, unknownTenant }: ChainChange,
  holder: string,
): Promise<readonly StoredEntry[]> =>
  retryOnConflict(
    null,
    (made) => wait(Math.min(800, 200 * 2 ** made) * Math.random()),
    async (): Promise<Attempt<null, readonly StoredEntry[]>> => {
      const locked = await lockExtractor(tenantId, holder, nowMs());
      if (locked.state === "unknown") throw unknownTenant();
      return locked.state === "locked" ? { done: locked.chain } : { conflict: null };
    },
    "conflict",
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
