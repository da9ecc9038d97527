import { bindMachine } from "#shared/edge/machine.ts";
import { bundleFile } from "#shared/edge/reply.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { getBundle } from "#shared/use-cases/evidence/get-bundle.ts";
import { requireReviewNamed } from "#shared/use-cases/machines/require-granted.ts";

export const handler = bindMachine(machineRoutes.getMachineBundle)(
  async ({ params, principal }) => {
    await requireReviewNamed(principal, params.id);
    return bundleFile(await getBundle(params.id, principal.machineId));
  },
);
