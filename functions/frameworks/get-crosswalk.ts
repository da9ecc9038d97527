import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { getCrosswalk } from "#shared/use-cases/frameworks/get-crosswalk.ts";

export const handler = bindBody(
  frameworkRoutes.getCrosswalk,
  knownTenant,
)(({ query }) => getCrosswalk(query));
