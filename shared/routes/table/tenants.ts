import * as z from "zod/mini";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import type { Route } from "#shared/routes/contract/route.ts";

const tenant = () => z.object({ id: z.string(), name: z.string(), created_at: timestamp() });

const tenantName = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(200), withoutHidden());

export const createTenant = {
  id: "createTenant",
  area: "tenants",
  method: "POST",
  path: "/admin/tenants",
  access: "platform",
  summary: "Create a tenant",
  body: () => z.strictObject({ name: tenantName() }),
  responses: { 201: { description: "The tenant", schema: tenant } },
  errors: ["conflict"],
  needs: { table: "write" },
} as const satisfies Route;

export const updateTenant = {
  id: "updateTenant",
  area: "tenants",
  method: "PATCH",
  path: "/admin/tenants/{tenant_id}",
  access: "platform",
  summary: "Rename a tenant",
  params: () => z.object({ tenant_id: uuid() }),
  body: () => z.strictObject({ name: tenantName() }),
  responses: { 200: { description: "The tenant as it is now", schema: tenant } },
  needs: { table: "write" },
} as const satisfies Route;

export const listTenants = {
  id: "listTenants",
  area: "tenants",
  method: "GET",
  path: "/admin/tenants",
  access: "platform",
  summary: "List tenants, oldest first",
  query: () => z.strictObject(paging()),
  responses: { 200: { description: "A page of tenants", schema: () => page(tenant()) } },
  needs: { table: "read" },
} as const satisfies Route;

export const getTenant = {
  id: "getTenant",
  area: "tenants",
  method: "GET",
  path: "/admin/tenants/{tenant_id}",
  access: "platform",
  summary: "One tenant",
  params: () => z.object({ tenant_id: uuid() }),
  responses: { 200: { description: "The tenant", schema: tenant } },
  needs: { table: "read" },
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const tenantRoutes = { createTenant, updateTenant, listTenants, getTenant };
