import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { cyclonedxFile, isTooLong } from "#shared/use-cases/inventory/cyclonedx-file.ts";
import { exportArtifacts } from "#shared/use-cases/inventory/export-artifacts.ts";
import { exportLink } from "#shared/use-cases/inventory/export-link.ts";

export const handler = bind(
  inventoryRoutes.exportArtifacts,
  knownTenant,
)(async ({ query, principal, now }) => {
  const text = query.link ? null : await exportArtifacts(principal.tenantId, now);
  if (text !== null && !isTooLong(text)) return { status: 200, text, headers: cyclonedxFile };
  const location = await exportLink(principal.tenantId, Date.parse(now));
  return { status: 303, headers: { location } };
});
