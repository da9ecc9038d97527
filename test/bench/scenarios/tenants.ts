import { newTenant } from "#test/support/tenant-fixture.ts";
import { after, alone, type Scenarios } from "./scenario.ts";

export const tenantScenarios = {
  createTenant: alone({ body: { name: "Acme" } }),
  listTenants: after(newTenant),
  getTenant: after(newTenant, ({ id }) => ({ params: { tenant_id: id } })),
  updateTenant: after(newTenant, ({ id }) => ({
    params: { tenant_id: id },
    body: { name: "Acme Holding" },
  })),
  listTenantAudit: after(newTenant, ({ org }) => ({ by: org })),
} satisfies Scenarios;
