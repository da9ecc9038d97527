import { type Classed, classedAfter } from "#shared/domain/inventory/classed.ts";
import type { Asked } from "./asked.ts";
import { byId, compared, type Difference, type Members } from "./difference.ts";

/** With its tenant's removal an artifact ends. */
const REMOVAL = "tenant.removal_started";

/**
 * Each tenant's artifacts, as far as a model or a person said what they are; of a tenant that is being
 * removed, or was, there are none.
 */
export async function compareClasses({ service, rows }: Asked): Promise<Difference[]> {
  const found: Difference[] = [];
  const standing = (await service.list("/admin/tenants")).map(({ id }) => String(id));
  const removed = rows.filter(({ action }) => action === REMOVAL).map((row) => row.resource_id);
  for (const tenant of new Set([...standing, ...removed])) {
    const meant = new Map<string, Classed & Members>();
    for (const row of rows) {
      if (row.tenant_id !== tenant) continue;
      if (row.action === REMOVAL) meant.clear();
      if (row.resource_type !== "artifact") continue;
      const after = classedAfter(meant.get(row.resource_id) ?? null, row);
      if (after !== null) meant.set(row.resource_id, { ...after });
    }
    const listed = await service.list(`/admin/artifacts?tenant_id=${encodeURIComponent(tenant)}`);
    const classed = listed.filter(({ state }) => state !== null);
    found.push(...compared("artifact", byId(classed), meant));
  }
  return found;
}
