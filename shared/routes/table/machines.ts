import * as z from "zod/mini";
import { scopesOf } from "#shared/domain/machines/scopes.ts";
import { page, paging, uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { machine, machineContent, machineIdSchema } from "./machine-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "machines", access: "platform" });

const params = () => z.object({ machine_id: machineIdSchema() });

const putErrors = [
  "audience_not_yours",
  "claim_reusable",
  "conflict",
  "endpoint_blocked",
  "machine_ambiguous",
  "too_many_machines",
  "unknown_framework",
] as const;
const putNeeds = { table: "write", settings: ["PIPELINE_ISSUER_ALLOWED_HOSTS"] } as const;
const put = /* @__PURE__ */ ok("The machine; in force within 30 s", machine);
const listed = /* @__PURE__ */ ok("A page of machines", () => page(machine()));
const found = /* @__PURE__ */ ok("The machine", machine);
const deleted = { 204: { description: "Deleted; out of force within 30 s" } } as const;

export const putMachine = /* @__PURE__ */ entry("putMachine", {
  on: "PUT /admin/machines/{machine_id}",
  summary: "Let a system of the platform sign in with its own OIDC token, without a secret",
  params,
  body: () => machineContent(scopesOf("platform")),
  responses: put,
  errors: putErrors,
  needs: putNeeds,
});

export const listMachines = /* @__PURE__ */ entry("listMachines", {
  on: "GET /admin/machines",
  summary: "The platform's machines, by id; with tenant_id those of a tenant",
  query: () => z.strictObject({ ...paging(), tenant_id: z.optional(uuid()) }),
  responses: listed,
  needs: { table: "read" },
});

export const getMachine = /* @__PURE__ */ entry("getMachine", {
  on: "GET /admin/machines/{machine_id}",
  summary: "One of the platform's machines",
  params,
  responses: found,
  needs: { table: "read" },
});

export const deleteMachine = /* @__PURE__ */ entry("deleteMachine", {
  on: "DELETE /admin/machines/{machine_id}",
  summary: "Remove one of the platform's machines",
  params,
  responses: deleted,
  errors: ["conflict"],
  needs: { table: "write" },
});

export const putTenantMachine = /* @__PURE__ */ entry("putTenantMachine", {
  on: "PUT /tenant/machines/{machine_id}",
  access: "org",
  summary: "Let a system of the tenant sign in with its own OIDC token, without a secret",
  params,
  body: () => machineContent(scopesOf("tenant")),
  responses: put,
  errors: putErrors,
  needs: putNeeds,
});

export const listTenantMachines = /* @__PURE__ */ entry("listTenantMachines", {
  on: "GET /tenant/machines",
  access: "org",
  summary: "The tenant's machines, by id",
  query: () => z.strictObject(paging()),
  responses: listed,
  needs: { table: "read" },
});

export const getTenantMachine = /* @__PURE__ */ entry("getTenantMachine", {
  on: "GET /tenant/machines/{machine_id}",
  access: "org",
  summary: "One of the tenant's machines",
  params,
  responses: found,
  needs: { table: "read" },
});

export const deleteTenantMachine = /* @__PURE__ */ entry("deleteTenantMachine", {
  on: "DELETE /tenant/machines/{machine_id}",
  access: "org",
  summary: "Remove one of the tenant's machines",
  params,
  responses: deleted,
  errors: ["conflict"],
  needs: { table: "write" },
});
