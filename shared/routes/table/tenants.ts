import * as z from "zod/mini";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { created, entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "tenants", access: "platform" });

const tenant = () => z.object({ id: z.string(), name: z.string(), created_at: timestamp() });

const tenantName = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(200), withoutHidden());

export const createTenant = /* @__PURE__ */ entry("createTenant", {
  on: "POST /admin/tenants",
  summary: "Create a tenant",
  body: () => z.strictObject({ name: tenantName() }),
  responses: /* @__PURE__ */ created("The tenant", tenant),
  errors: ["conflict"],
  needs: { table: "write" },
});

export const updateTenant = /* @__PURE__ */ entry("updateTenant", {
  on: "PATCH /admin/tenants/{tenant_id}",
  summary: "Rename a tenant",
  params: () => z.object({ tenant_id: uuid() }),
  body: () => z.strictObject({ name: tenantName() }),
  responses: /* @__PURE__ */ ok("The tenant as it is now", tenant),
  needs: { table: "write" },
});

export const listTenants = /* @__PURE__ */ entry("listTenants", {
  on: "GET /admin/tenants",
  summary: "List tenants, oldest first",
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of tenants", () => page(tenant())),
  needs: { table: "read" },
});

export const getTenant = /* @__PURE__ */ entry("getTenant", {
  on: "GET /admin/tenants/{tenant_id}",
  summary: "One tenant",
  params: () => z.object({ tenant_id: uuid() }),
  responses: /* @__PURE__ */ ok("The tenant", tenant),
  needs: { table: "read" },
});
