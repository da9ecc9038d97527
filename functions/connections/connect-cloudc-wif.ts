import { bindTenant } from "#shared/edge/known-tenant.ts";
import { readWifRequest } from "#shared/edge/read-wif-request.ts";
import * as cloudcRoutes from "#shared/routes/table/cloudc.ts";
import { connectCloudcWif } from "#shared/use-cases/connections/connect-cloudc-wif.ts";

export const handler = bindTenant(cloudcRoutes.connectCloudcWif)(({ body, principal, now }) => {
  const { tenantId, userId } = principal;
  const request = readWifRequest(body);
  return connectCloudcWif({ request, tenantId, userId, now });
});
