import { bind } from "#shared/edge/bind.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { cyclonedxFile } from "#shared/use-cases/inventory/cyclonedx-file.ts";
import { downloadExport } from "#shared/use-cases/inventory/download-export.ts";

export const handler = bind(inventoryRoutes.downloadExport)(async ({ params, now }) => ({
  status: 200,
  bytes: await downloadExport(params.token, now),
  headers: { ...cyclonedxFile, "content-encoding": "gzip" },
}));
