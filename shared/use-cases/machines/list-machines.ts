import type { Machine } from "#shared/domain/machines/machine.ts";
import { pageOfMachines } from "#shared/store/machines.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/** @param owner `platform`, `pipelines` or a tenant's id */
export const listMachines = (owner: string, paging: Paging): Promise<Page<Machine>> =>
  pageOfMachines(owner, paging);
