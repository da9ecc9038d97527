import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { readWifRequest } from "#shared/edge/read-wif-request.ts";
import * as cloudcRoutes from "#shared/routes/table/cloudc.ts";
import { connectCloudcWif } from "#shared/use-cases/connections/connect-cloudc-wif.ts";

export const handler = bindBody(
  cloudcRoutes.connectCloudcWif,
  knownTenant,
)(({ body, principal, now }) => {
  const { tenantId, userId } = principal;
  const request = readWifRequest(body);
  return connectCloudcWif({ request, tenantId, userId, now });
});
