import { bindMachineList } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { listMachineAudit } from "#shared/use-cases/machines/list-machine-audit.ts";

export const handler = bindMachineList(machineRoutes.listMachineAudit)(
  async ({ query, principal, now }) => ({
    status: 200,
    body: await listMachineAudit(principal, query, now),
  }),
);
