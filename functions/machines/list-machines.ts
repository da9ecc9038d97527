import { bindPage } from "#shared/edge/bind-list.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { listMachines } from "#shared/use-cases/machines/list-machines.ts";

export const handler = bindPage(machineRoutes.listMachines)(({ query }) =>
  listMachines(query.tenant_id ?? "platform", query),
);
