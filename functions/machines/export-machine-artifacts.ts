import { bindMachine } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { cyclonedxFile } from "#shared/use-cases/inventory/cyclonedx-file.ts";
import { exportMachineArtifacts } from "#shared/use-cases/machines/export-machine-artifacts.ts";

/** Answers with the file itself: a machine gets no link. */
export const handler = bindMachine(machineRoutes.exportMachineArtifacts)(
  async ({ principal, now }) => ({
    status: 200,
    bytes: await exportMachineArtifacts(principal, now),
    headers: { ...cyclonedxFile, "content-encoding": "gzip" },
  }),
);
