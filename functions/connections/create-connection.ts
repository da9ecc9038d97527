import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { createConnection } from "#shared/use-cases/connections/create-connection.ts";

export const handler = bind(
  connectionRoutes.createConnection,
  knownTenant,
)(async ({ body, principal, now }) => {
  const { tenantId, userId } = principal;
  return { status: 201, body: await createConnection({ body, tenantId, userId, now }) };
});
