import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { getCrosswalk } from "#shared/use-cases/frameworks/get-crosswalk.ts";

export const handler = bindTenant(frameworkRoutes.getCrosswalk)(({ query }) => getCrosswalk(query));
