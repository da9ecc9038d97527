import { bindBody } from "#shared/edge/bind.ts";
import * as machineRoutes from "#shared/routes/table/machines.ts";
import { putMachine } from "#shared/use-cases/machines/put-machine.ts";

export const handler = bindBody(machineRoutes.putMachine)(({ params, body, caller }) =>
  putMachine({
    owner: "platform",
    id: params.machine_id,
    content: { ...body, framework_ids: body.framework_ids ?? [] },
    ...caller,
  }),
);
