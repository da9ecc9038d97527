import { bindMachine } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { getMachineCoverage } from "#shared/use-cases/machines/get-machine-coverage.ts";
import { requireNamed } from "#shared/use-cases/machines/require-granted.ts";

export const handler = bindMachine(machineRoutes.getMachineCoverage)(
  async ({ params, query, principal, now }) => {
    requireNamed(principal, params.framework_id);
    return { status: 200, body: await getMachineCoverage(params.framework_id, query, now) };
  },
);
