import { type Scope, scopesOf } from "#shared/domain/machines/scopes.ts";
import type { CiIssuer } from "./ci-issuer.ts";
import { expectStatus } from "./review-fixture.ts";
import type { Api, TestSystem } from "./system.ts";
import type { TestTenant } from "./tenant-fixture.ts";

export interface TestMachine {
  id: string;
  path: string;
  audience: string;
  /** A new token of the machine; `claims` replace its own claims. */
  token(claims?: Record<string, unknown>): Promise<string>;
  /** A client with a new token of the machine. */
  api(): Promise<Api>;
}

/** Registers a machine of the platform or of a tenant, with a test's issuer for its tokens. */
export async function newMachine(
  system: TestSystem,
  ci: CiIssuer,
  given: {
    id: string;
    scopes: readonly Scope[];
    tenant?: Pick<TestTenant, "id" | "org">;
    framework_ids?: string[];
  },
): Promise<TestMachine> {
  const { id, scopes, tenant, framework_ids } = given;
  const audience = tenant === undefined ? system.baseUrl : `${system.baseUrl}/tenants/${tenant.id}`;
  const path = `/${tenant === undefined ? "admin" : "tenant"}/machines/${id}`;
  const body = {
    display_name: id,
    issuer: ci.url,
    audience,
    claims: { sub: id },
    scopes,
    ...(framework_ids === undefined ? {} : { framework_ids }),
  };
  await expectStatus((tenant?.org ?? system.admin)("PUT", path, body), 200);
  const token = (claims = {}) => ci.token({ sub: id, aud: audience, ...claims });
  return { id, path, audience, token, api: async () => system.api(await token()) };
}

/** One machine for each scope that the platform or a tenant may have, with only that scope. */
export async function machineOfEachScope(
  system: TestSystem,
  ci: CiIssuer,
  given: { tenant?: TestTenant; framework_ids?: string[] } = {},
): Promise<Map<Scope, TestMachine>> {
  const made = new Map<Scope, TestMachine>();
  for (const scope of scopesOf(given.tenant === undefined ? "platform" : "tenant")) {
    const id = `only_${scope.replace(":", "_")}`;
    made.set(scope, await newMachine(system, ci, { id, scopes: [scope], ...given }));
  }
  return made;
}
