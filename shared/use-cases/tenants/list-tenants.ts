import type { Tenant } from "#shared/domain/tenants/tenant.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { tenantPage } from "#shared/store/tenants.ts";

/** Every tenant, in the order of their creation. */
export const listTenants = (paging: Paging): Promise<Page<Tenant>> => tenantPage(paging);
