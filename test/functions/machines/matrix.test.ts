import { afterAll, beforeAll, expect, test } from "vitest";
import { type Scope, scopes } from "#shared/domain/machines/scopes.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { needsToken } from "#shared/routes/contract/route-errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { machineOfEachScope } from "#test/support/machine-fixture.ts";
import { type OneOfEach, oneOfEach } from "#test/support/one-of-each.ts";
import { type Api, startTestSystem, type TestSystem } from "#test/support/system.ts";

/*
 * A machine of each scope, the platform's and a tenant's, asks for every route of the table, and each
 * role asks for every route of machines. every-route/callers.ts tests what readers and roles get
 * elsewhere.
 */

let system: TestSystem;
let ci: CiIssuer;
let each: OneOfEach;
let machines: { whose: "platform" | "tenant"; scope: Scope; api: Api }[];
let people: Record<string, Api>;
beforeAll(async () => {
  ci = await startCiIssuer();
  system = await startTestSystem({ settings: { PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host } });
  each = await oneOfEach(system);
  const { tenant } = each;
  const coverage = allRoutes.find(({ id }) => id === "getCoverage") as Route;
  const book = each.pathOf(coverage).split("/")[3] ?? "";
  const ofPlatform = await machineOfEachScope(system, ci, { framework_ids: [book] });
  const ofTenant = await machineOfEachScope(system, ci, { tenant });
  machines = [];
  for (const [whose, made] of [
    ["platform", ofPlatform],
    ["tenant", ofTenant],
  ] as const) {
    for (const [scope, machine] of made) machines.push({ whose, scope, api: await machine.api() });
  }
  const signedIn = async (claims: object) => system.api(await system.token({ ...claims }));
  people = {
    nobody: system.api(),
    reader: await signedIn({ is_reader: true }),
    member: tenant.member,
    org: tenant.org,
    platform: system.admin,
    ci: system.api(await ci.token()),
  };
});
afterAll(async () => {
  await Promise.all([system.close(), ci.close()]);
});

const reads = ({ method }: Route) => method === "GET" || method === "HEAD";
const ask = (api: Api, route: Route) =>
  api(route.method, each.pathOf(route), reads(route) ? undefined : { no_such_field: 1 });

const ofMachines = allRoutes.filter(({ access }) => access === "machine");

test("the routes of machines are a closed list under /machine/, each with one scope of the table", () => {
  expect(ofMachines.length).toBeGreaterThan(8);
  for (const { id, path, scope } of allRoutes) {
    const isMachines = ofMachines.some((one) => one.id === id);
    expect([id, path.startsWith("/machine/"), scope !== undefined]).toEqual([
      id,
      isMachines,
      isMachines,
    ]);
  }
  expect(new Set(ofMachines.map(({ scope }) => scope))).toEqual(new Set(scopes));
});

test.each(ofMachines.map((route) => [route.id, route] as const))(
  "%s answers machines with its scope, and nobody else",
  async (_, route) => {
    for (const { whose, scope, api } of machines) {
      const { status, body, text } = await ask(api, route);
      const who = `${route.id}, asked by the ${whose}'s ${scope}: ${text.slice(0, 200)}`;
      if (scope !== route.scope)
        expect([who, status, body.code]).toEqual([who, 403, "scope_missing"]);
      else expect([who, [401, 403, 429, 500].includes(status)]).toEqual([who, false]);
      if (scope === route.scope && !reads(route) && route.body !== undefined) {
        expect([who, status]).toEqual([who, 400]);
      }
    }
    for (const [name, api] of Object.entries(people)) {
      const { status, body } = await ask(api, route);
      expect([route.id, name, status, body.code]).toEqual([route.id, name, 401, "token_invalid"]);
    }
  },
);

const elsewhere = allRoutes.filter(
  (route) =>
    route.method !== "OPTIONS" &&
    (needsToken(route) || ["pipeline", "signed"].includes(route.access)),
);

test.each(elsewhere.map((route) => [route.id, route] as const))(
  "%s answers no machine, whatever its scope",
  async (_, route) => {
    for (const { whose, scope, api } of machines) {
      const { status } = await ask(api, route);
      expect([route.id, whose, scope, status]).toEqual([route.id, whose, scope, 401]);
    }
  },
);
