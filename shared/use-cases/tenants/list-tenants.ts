import type { Tenant } from "#shared/domain/tenants/tenant.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { tenantPage } from "#shared/store/tenants.ts";

/** A page of tenants, oldest first. */
export const listTenants = (paging: Paging): Promise<Page<Tenant>> => tenantPage(paging);
