import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ORIGIN_HEADER, type Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { noteSweep, sampled, sized } from "#test/support/full-size.ts";
import { type OneOfEach, oneOfEach } from "#test/support/one-of-each.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { startTamperingProxy, type TamperingProxy } from "#test/support/tampering-proxy.ts";

/* A stage with the option `front`: CloudFront adds a secret header to every request. */

const CURRENT = "c".repeat(64);
const PREVIOUS = "p".repeat(64);
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

let system: TestSystem;
let front: TamperingProxy;
let each: OneOfEach;
const tokens = new Map<Route["access"], string>();

beforeAll(async () => {
  front = await startTamperingProxy();
  front.adds = { [ORIGIN_HEADER]: CURRENT };
  system = await startTestSystemWithLog({
    settings: {
      ORIGIN_SECRET_SHA256: [CURRENT, PREVIOUS].map(hashOf).join(","),
      BASE_URL: front.url,
      // No test here waits for a courier.
      WORKER_INVOKE_ENABLED: "false",
    },
  });
  front.target = system.baseUrl;
  system.admin = through(await system.token({ is_platform_admin: true }));
  await expectStatus(
    system.admin("POST", "/admin/setup/counsel-review-hmac-secret/provision-secret"),
    200,
  );
  each = await oneOfEach({ ...system, api: through, baseUrl: front.url });
  tokens.set("platform", await system.token({ is_platform_admin: true }));
  tokens.set("signed_in", await system.token({ is_platform_admin: true }));
  const ofTenant = { tenant_id: each.tenant.id, is_platform_admin: false };
  tokens.set("org", await system.token({ ...ofTenant, org_role: "admin" }));
  tokens.set("user", await system.token({ ...ofTenant, org_role: "member" }));
});
afterEach(() => {
  front.adds = { [ORIGIN_HEADER]: CURRENT };
});
afterAll(async () => {
  await system.close();
  await front.close();
});

/** A client that comes through CloudFront, as everybody should. */
const through =
  (bearer?: string): TestSystem["admin"] =>
  (method, path, body, headers = {}) =>
    system.api(bearer)(method, path, body, { [ORIGIN_HEADER]: CURRENT, ...headers });

/** A request to the API's own address, past CloudFront. */
async function detour(route: Route, headers: Record<string, string> = {}) {
  const token = tokens.get(route.access);
  const response = await fetch(`${system.baseUrl}${each.pathOf(route)}`, {
    method: route.method,
    redirect: "manual",
    headers: {
      accept: "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = await response.text();
  // An answer to HEAD has no body.
  const code = route.method === "HEAD" ? "forbidden" : JSON.parse(text).code;
  return { status: response.status, code };
}

test("no endpoint answers a request without the header, whatever else it carries", async () => {
  const kinds = Object.values(Object.groupBy(allRoutes, (one) => `${one.access} ${one.method}`));
  const answers = await Promise.all(
    kinds
      .flatMap((kind) => sampled(kind ?? [], 5))
      .map(async (route) => ({ id: route.id, ...(await detour(route)) })),
  );
  expect(answers.length).toBeGreaterThan(sized(70, 30));
  expect(answers.filter(({ status, code }) => status !== 403 || code !== "forbidden")).toEqual([]);
  noteSweep("endpoints that answer nobody past CloudFront", answers.length);
});

test("a refused request has changed nothing", async () => {
  const before = await through(tokens.get("platform"))("GET", "/admin/tenants");
  const refused = await fetch(`${system.baseUrl}/admin/tenants`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${tokens.get("platform")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "Past the front" }),
  });
  expect(refused.status).toBe(403);
  const after = await through(tokens.get("platform"))("GET", "/admin/tenants");
  expect(after.body).toEqual(before.body);
});

test.each([
  ["nothing", "", 403],
  ["a guess", "x".repeat(64), 403],
  ["the hash, which every function knows", hashOf(CURRENT), 403],
  ["both at once", `${CURRENT},${PREVIOUS}`, 403],
  ["the secret", CURRENT, 200],
  ["the previous secret, while it is rotated", PREVIOUS, 200],
])("with %s in the header", async (_, secret, status) => {
  const health = allRoutes.find(({ id }) => id === "getHealth") as Route;
  expect((await detour(health, { [ORIGIN_HEADER]: secret })).status).toBe(status);
});

test("the canary makes its review through CloudFront, and fails when CloudFront sends another secret", async () => {
  const canary = async () =>
    (await expectStatus(system.api()("POST", "/_local/schedules/canary/run"), 200)).body;
  expect(await canary()).toMatchObject({ outcome: "ok" });
  front.adds = { [ORIGIN_HEADER]: "another" };
  expect(await canary()).toMatchObject({ outcome: "failed" });
});
