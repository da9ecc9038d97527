import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import {
  getRegistration,
  registrationCsv,
  registrationPdf,
} from "#shared/use-cases/inventory/get-registration.ts";

export const handler = bind(
  inventoryRoutes.getRegistration,
  knownTenant,
)(async ({ params, query: { format }, principal }) => {
  const draft = await getRegistration(params.id, principal.tenantId);
  const { registration } = draft;
  if (format === "json") return { status: 200, body: registration };
  const headers = {
    "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/pdf",
    "content-disposition": `attachment; filename="registration-${registration.artifact_id}.${format}"`,
  };
  return format === "csv"
    ? { status: 200, text: registrationCsv(registration), headers }
    : { status: 200, bytes: await registrationPdf(draft, __dirname), headers };
});
