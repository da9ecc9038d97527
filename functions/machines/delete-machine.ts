import { bindBody } from "#shared/edge/bind.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { deleteMachine } from "#shared/use-cases/machines/delete-machine.ts";

export const handler = bindBody(machineRoutes.deleteMachine)(({ params, caller }) => {
  const { machine_id: id } = params;
  return deleteMachine({ owner: "platform", id, ...caller });
});
