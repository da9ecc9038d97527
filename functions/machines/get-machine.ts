import { bind } from "#shared/edge/bind.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { getMachine } from "#shared/use-cases/machines/get-machine.ts";

export const handler = bind(machineRoutes.getMachine)(async ({ params }) => ({
  status: 200,
  body: await getMachine("platform", params.machine_id),
}));
