import { pageOfMachines } from "#shared/store/machines.ts";
import type { Paging } from "#shared/store/page.ts";

/** @param owner `platform`, `pipelines` or a tenant's id */
export async function listMachines(owner: string, paging: Paging) {
  const { items, nextCursor } = await pageOfMachines(owner, paging);
  return { items, next_cursor: nextCursor };
}
