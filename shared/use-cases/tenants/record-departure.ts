import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { auditRow } from "#shared/domain/audit/tenants.ts";
import { type Departure, departure, PLATFORM_EXPORT } from "#shared/domain/tenants/departure.ts";
import {
  buryTenant,
  endRemoval,
  getExported,
  getTombstone,
  putExported,
} from "#shared/store/departures.ts";
import { readTenant } from "#shared/store/tenants.ts";

interface Recorded {
  outcome: "recorded" | "already_recorded" | "unknown_tenant" | "conflict";
}

/** The values that all of the rows share. @param tenantId null: the platform */
const told = (tenantId: string | null, at: string) => ({
  resourceId: tenantId ?? PLATFORM_EXPORT,
  tenantId,
  actorUserId: null,
  id: randomUUID(),
  at,
});

/**
 * Writes the row about what an operator's command reports: an export, or the beginning or the end of a
 * tenant's removal. The beginning is one transaction with the tombstone, after which nothing of the
 * tenant is written. A report that arrives twice is recorded once.
 * @param payload an event of the stage's bus
 * @param now ISO 8601 UTC
 */
export function recordDeparture(payload: unknown, now: string): Promise<Recorded> {
  const { detail } = z.object({ detail: departure() }).parse(payload);
  if (detail.told === "exported") return recordExport(detail, now);
  return detail.told === "removal_started" ? begin(detail, now) : end(detail, now);
}

const outcomeOf = ({ committed }: { committed: boolean }): Recorded => ({
  outcome: committed ? "recorded" : "conflict",
});

async function recordExport(
  { tenant_id, manifest_sha256 }: Extract<Departure, { told: "exported" }>,
  at: string,
): Promise<Recorded> {
  if ((await getExported(manifest_sha256)) !== null) return { outcome: "already_recorded" };
  const row = auditRow({
    ...told(tenant_id, at),
    action: "tenant.exported",
    context: { manifest_sha256 },
  });
  return outcomeOf(await putExported(manifest_sha256, row));
}

async function begin(
  { tenant_id, name }: Extract<Departure, { told: "removal_started" }>,
  at: string,
): Promise<Recorded> {
  if ((await getTombstone(tenant_id)) !== null) return { outcome: "already_recorded" };
  const tenant = await readTenant(tenant_id);
  if (tenant === null || tenant.name !== name) return { outcome: "unknown_tenant" };
  const row = auditRow({
    ...told(tenant_id, at),
    action: "tenant.removal_started",
    context: { name },
  });
  return outcomeOf(await buryTenant(tenant, at, row));
}

async function end(
  { tenant_id, counts }: Extract<Departure, { told: "removed" }>,
  at: string,
): Promise<Recorded> {
  const tombstone = await getTombstone(tenant_id);
  if (tombstone === null) return { outcome: "unknown_tenant" };
  if (tombstone.removed_at !== null) return { outcome: "already_recorded" };
  const row = auditRow({ ...told(tenant_id, at), action: "tenant.removed", context: { counts } });
  return outcomeOf(await endRemoval({ ...tombstone, removed_at: at, counts }, row));
}
