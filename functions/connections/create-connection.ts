import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { createConnection } from "#shared/use-cases/connections/create-connection.ts";

export const handler = bindTenant(connectionRoutes.createConnection)(({ body, principal, now }) => {
  const { tenantId, userId } = principal;
  return createConnection({ body, tenantId, userId, now });
});
