import { type Classed, classedAfter } from "#shared/domain/inventory/classed.ts";
import type { Asked } from "./asked.ts";
import { byId, compared, type Difference, type Members } from "./difference.ts";

/** Each tenant's artifacts, as far as a model or a person said what they are. */
export async function compareClasses({ service, rows }: Asked): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { id } of await service.list("/admin/tenants")) {
    const tenant = String(id);
    const meant = new Map<string, Classed & Members>();
    for (const row of rows) {
      if (row.tenant_id !== tenant || row.resource_type !== "artifact") continue;
      const after = classedAfter(meant.get(row.resource_id) ?? null, row);
      if (after !== null) meant.set(row.resource_id, { ...after });
    }
    const listed = await service.list(`/admin/artifacts?tenant_id=${encodeURIComponent(tenant)}`);
    const classed = listed.filter(({ state }) => state !== null);
    found.push(...compared("artifact", byId(classed), meant));
  }
  return found;
}
