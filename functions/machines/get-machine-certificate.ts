import { bindMachine } from "#shared/edge/machine.ts";
import { certificateFile } from "#shared/edge/reply.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { getCertificate } from "#shared/use-cases/evidence/get-certificate.ts";
import { requireReviewNamed } from "#shared/use-cases/machines/require-granted.ts";

export const handler = bindMachine(machineRoutes.getMachineCertificate)(
  async ({ params, principal, now }) => {
    await requireReviewNamed(principal, params.id);
    const { machineId } = principal;
    return certificateFile(await getCertificate(params.id, { machineId }, __dirname, now));
  },
);
