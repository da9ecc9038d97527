import { bindBody } from "#shared/edge/bind.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { getMachine } from "#shared/use-cases/machines/get-machine.ts";

export const handler = bindBody(machineRoutes.getMachine)(({ params }) =>
  getMachine("platform", params.machine_id),
);
