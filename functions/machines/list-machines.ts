import { bindList } from "#shared/edge/bind-list.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { listMachines } from "#shared/use-cases/machines/list-machines.ts";

export const handler = bindList(machineRoutes.listMachines)(async ({ query }) => ({
  status: 200,
  body: await listMachines(query.tenant_id ?? "platform", query),
}));
