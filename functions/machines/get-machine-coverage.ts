import { bindMachine } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { getCoverage, withoutNames } from "#shared/use-cases/evidence/get-coverage.ts";
import { requireNamed } from "#shared/use-cases/machines/require-granted.ts";

export const handler = bindMachine(machineRoutes.getMachineCoverage)(
  async ({ params, query, principal, now }) => {
    requireNamed(principal, params.framework_id);
    const report = await getCoverage(params.framework_id, query, now);
    return { status: 200, body: withoutNames(report) };
  },
);
