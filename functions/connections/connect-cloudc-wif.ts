import { wifConnectSchema } from "#shared/domain/connections/wif-connect.ts";
import { bind } from "#shared/edge/bind.ts";
import { parsePart } from "#shared/edge/input.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { wifRules } from "#shared/platform/issuer/cloudc-settings.ts";
import { cloudcRoutes } from "#shared/routes/table/cloudc.ts";
import { connectWif } from "#shared/use-cases/connections/connect-wif.ts";

export const handler = bind(
  cloudcRoutes.connectCloudcWif,
  knownTenant,
)(async ({ body, principal, now }) => {
  const { tenantId, userId } = principal;
  const request = parsePart(wifConnectSchema(wifRules()), body);
  return { status: 201, body: await connectWif({ request, tenantId, userId, now }) };
});
