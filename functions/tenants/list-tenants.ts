import { bindPage } from "#shared/edge/bind-list.ts";
import * as tenantRoutes from "#shared/routes/table/tenants.ts";
import { listTenants } from "#shared/use-cases/tenants/list-tenants.ts";

export const handler = bindPage(tenantRoutes.listTenants)(({ query }) => listTenants(query));
