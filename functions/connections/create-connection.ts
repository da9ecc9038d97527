import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { createConnection } from "#shared/use-cases/connections/create-connection.ts";

export const handler = bindBody(
  connectionRoutes.createConnection,
  knownTenant,
)(({ body, principal, now }) => {
  const { tenantId, userId } = principal;
  return createConnection({ body, tenantId, userId, now });
});
