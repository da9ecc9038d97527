import { newTenant } from "#test/support/tenant-fixture.ts";
import type { Scenarios } from "./scenario.ts";

export const tenantScenarios = {
  createTenant: async (system) => () => system.admin("POST", "/admin/tenants", { name: "Acme" }),
  listTenants: async (system) => {
    await newTenant(system);
    return () => system.admin("GET", "/admin/tenants");
  },
  getTenant: async (system) => {
    const { id } = await newTenant(system);
    return () => system.admin("GET", `/admin/tenants/${id}`);
  },
  updateTenant: async (system) => {
    const { id } = await newTenant(system);
    return () => system.admin("PATCH", `/admin/tenants/${id}`, { name: "Acme Holding" });
  },
  listTenantAudit: async (system) => {
    const { org } = await newTenant(system);
    return () => org("GET", "/tenant/audit");
  },
} satisfies Scenarios;
