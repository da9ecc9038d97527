import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type {
  ClaimState,
  InstallationClaim,
} from "#shared/domain/connections/installation-claim.ts";
import { putAuditRow } from "./audit.ts";
import {
  all,
  any,
  change,
  hasStill,
  is,
  isAbsent,
  isAbsentOr,
  isBelow,
  put,
  requires,
} from "./item.ts";
import { getItem, type Item } from "./read.ts";
import { type Read, readOne, readTogether } from "./read-together.ts";
import type { Key } from "./table-schema.ts";
import { type Action, transact } from "./transact.ts";
import { updateItem, updateOf } from "./update.ts";

/*
 * INSTALLATION#<id> / CLAIM               who holds a source-host installation, platform-wide
 * INSTALLATION#<id> / ASKED#<tenant_id>   a tenant that was refused it; kept for 30 days
 * INSTALLATION#<id> / QUIET               until when the source host wants no calls for it
 */

export const installationKey = (installationId: string): Key => ({
  pk: `INSTALLATION#${installationId}`,
  sk: "CLAIM",
});

const askedKey = (installationId: string, tenantId: string): Key => ({
  pk: `INSTALLATION#${installationId}`,
  sk: `ASKED#${tenantId}`,
});

const KEPT_SECONDS = 30 * 24 * 3600;

const claimOf = (item: Item): InstallationClaim => item.claim as InstallationClaim;

export const installationRead = (id: string): Read<InstallationClaim | null> =>
  readOne(installationKey(id), claimOf);

export const getInstallation = async (id: string): Promise<InstallationClaim | null> =>
  (await readTogether({ claim: installationRead(id) })).claim;

/** Records that a tenant was refused an installation that another tenant claims without proof. */
export async function putAsked(id: string, tenantId: string, now: string): Promise<void> {
  const ttl = Math.floor(Date.parse(now) / 1000) + KEPT_SECONDS;
  await updateOf(tenantId, change(askedKey(id, tenantId), { set: { ttl } }));
}

export const hasAsked = async (id: string, tenantId: string): Promise<boolean> =>
  (await getItem(askedKey(id, tenantId))) !== null;

/** Confirms a tenant's claim unless it was moved or deleted meanwhile. Idempotent. */
export async function confirmInstallation(
  id: string,
  tenantId: string,
  now: string,
): Promise<void> {
  await updateItem(
    change(installationKey(id), {
      set: { "claim.confirmed_at": now },
      where: is({ "claim.tenant_id": tenantId }),
    }),
  );
}

/**
 * Moves a provisional claim to the tenant that a signed delivery named and deactivates the
 * connection that held it, in one transaction with its audit row; does nothing if the claim has
 * changed in the meantime.
 */
export async function moveInstallation(
  id: string,
  claim: InstallationClaim & { connection_id: string },
  tenantId: string,
  resting: { connection: Action; row: AuditRow } | undefined,
  now: string,
): Promise<void> {
  const moved: InstallationClaim = {
    tenant_id: tenantId,
    connection_id: null,
    status: "active",
    confirmed_at: now,
  };
  await transact({
    claim: put(
      { ...installationKey(id), claim: moved },
      all(
        is({ "claim.connection_id": claim.connection_id }),
        isAbsentOr("claim.confirmed_at", null),
      ),
    ),
    resting: resting?.connection,
    row: resting && putAuditRow(resting.row),
  });
}

/** The state of a claim as it was read. */
export type ClaimAsRead = { [K in keyof ClaimState]: ClaimState[K] | undefined };

const stateNames = ["status", "awake_at", "suspended_at"] as const satisfies (keyof ClaimState)[];

/**
 * Changes the state of a claim; fails if that connection no longer holds the installation.
 * @param before if given, it fails as well unless the state is still this one
 */
export const setInstallationState = (
  installationId: string,
  connectionId: string,
  state: ClaimState,
  before?: ClaimAsRead,
): Action => {
  const where = all(
    is({ "claim.connection_id": connectionId }),
    ...(before ? stateNames.map((name) => hasStill(`claim.${name}`, before[name])) : []),
  );
  const set = Object.entries(state).map(([name, value]) => [`claim.${name}`, value]);
  const key = installationKey(installationId);
  return set.length === 0
    ? requires(key, where)
    : change(key, { set: Object.fromEntries(set), where });
};

/** Whether a connection still holds its installation; true for connections without one. */
export async function holdsInstallation(connection: ConnectionRecord): Promise<boolean> {
  if (connection.provider !== "sourcehost") return true;
  const claim = await getInstallation(connection.installation_id);
  return claim?.connection_id === connection.id;
}

const quietKey = (installationId: string): Key => ({
  pk: `INSTALLATION#${installationId}`,
  sk: "QUIET",
});

/** Until when the host wants no calls for an installation, in ms since the epoch; 0: never said. */
export const readQuiet = async (installationId: string): Promise<number> =>
  Number((await getItem(quietKey(installationId)))?.until ?? 0);

/** Notes until when the host wants no calls; the latest instant wins. */
export async function extendQuiet(installationId: string, until: number): Promise<void> {
  await updateItem(
    change(quietKey(installationId), {
      set: { until, ttl: Math.ceil(until / 1000) },
      where: any(isAbsent("until"), isBelow("until", until)),
    }),
  );
}
