import { bindMachine } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { wantedIn } from "#shared/use-cases/discovery/start-discovery-run.ts";
import { startMachineRun } from "#shared/use-cases/machines/start-machine-run.ts";

export const handler = bindMachine(machineRoutes.startMachineRun)(
  async ({ params, body, principal, now }) => {
    const { isNew, run } = await startMachineRun(principal, params.id, wantedIn(body), now);
    return isNew ? { status: 202, body: run } : { status: 200, body: run };
  },
);
