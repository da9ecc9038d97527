import { bind } from "#shared/edge/bind.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { deleteMachine } from "#shared/use-cases/machines/delete-machine.ts";

export const handler = bind(machineRoutes.deleteMachine)(async ({ params, principal, now }) => {
  const { machine_id: id } = params;
  await deleteMachine({ owner: "platform", id, actorUserId: principal.userId, now });
  return { status: 204 };
});
