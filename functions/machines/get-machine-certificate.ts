import { bindMachine } from "#shared/edge/machine.ts";
import { certificateFile } from "#shared/edge/reply.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { getCertificate } from "#shared/use-cases/evidence/get-certificate.ts";

export const handler = bindMachine(machineRoutes.getMachineCertificate)(
  async ({ params, principal, now }) =>
    certificateFile(
      await getCertificate(params.id, { machineId: principal.machineId }, __dirname, now),
    ),
);
