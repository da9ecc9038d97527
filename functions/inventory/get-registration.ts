import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { getRegistration, registrationCsv } from "#shared/use-cases/inventory/get-registration.ts";

export const handler = bind(
  inventoryRoutes.getRegistration,
  knownTenant,
)(async ({ params, query: { format }, principal }) => {
  const registration = await getRegistration(params.id, principal.tenantId);
  if (format === "json") return { status: 200, body: registration };
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="registration-${registration.artifact_id}.csv"`,
  };
  return { status: 200, text: registrationCsv(registration), headers };
});
