import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watch } from "#shared/domain/log/watch.ts";
import { scopesOf } from "#shared/domain/machines/scopes.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { allOf } from "#test/support/cloudc-fixture.ts";
import { sampled } from "#test/support/full-size.ts";
import { halfYearFolder } from "#test/support/half-year.ts";
import { newMachine } from "#test/support/machine-fixture.ts";
import { commissionPanel } from "#test/support/panel-fixture.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { type Api, startTestSystem, type TestSystem } from "#test/support/system.ts";
import { deploymentAt } from "../../../bin/audit-log/deployment.ts";
import { observe } from "../../../bin/audit-log/observe.ts";

/*
 * Every GET that a reader may call, with every id in the sample half year and one pending link of each
 * kind.
 */

const HOOK = "https://hooks.example/T0/in-the-address-itself";
const TENANT_HOOK = "https://hooks.example/T1/in-the-address-too";

let system: TestSystem;
let folder: string;
let ci: CiIssuer;
let reader: Api;
/** Calls go through several machines, because one may send 60 requests a minute. */
let machine: Api;
/** A machine of the tenant whose webhook endpoint and export are among the secrets. */
let tenantMachine: Api;
/** The texts with which their holder could act. */
let secrets: string[];

beforeAll(async () => {
  folder = await halfYearFolder();
  ci = await startCiIssuer();
  system = await startTestSystem({
    stateDir: folder,
    settings: { PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host },
  });
  reader = system.api(await system.token({ is_reader: true }));
  const hook = { url: HOOK, events: ["rule_review.requested"] };
  const endpoint = await expectStatus(system.admin("POST", "/admin/webhook-endpoints", hook), 201);
  const { review, token, counselId, frameworkId } = await commission(system);
  const renewed = await expectStatus(
    system.admin("POST", `/admin/rule-reviews/${review.id}/link`, { deliver: "manual" }),
    200,
  );
  const { members } = await commissionPanel(system);
  const room = await openRoom(system, { framework_ids: [frameworkId], may_ask: true });
  await expectStatus(
    system.admin("PUT", "/admin/clearance/pipelines/release", {
      display_name: "Release",
      issuer: "https://token.actions.githubusercontent.com",
      audience: "countersign",
      claims: { repository_id: "1001" },
      framework_ids: [frameworkId],
    }),
    200,
  );
  const invitation = `/admin/counsel/${counselId}/key-invitation`;
  const { body: invited } = await expectStatus(system.admin("POST", invitation), 201);
  const [tenant] = await allOf(system.admin, "/admin/tenants");
  const org = system.api(await system.token({ tenant_id: tenant?.id, org_role: "admin" }));
  const exported = await expectStatus(
    org("GET", "/artifacts/export?format=cyclonedx&link=true"),
    303,
  );
  const ofTenant = { url: TENANT_HOOK, events: ["discovery_run.completed"] };
  const tenantEndpoint = await expectStatus(
    org("POST", "/tenant/webhook-endpoints", ofTenant),
    201,
  );
  const scopes = scopesOf("tenant");
  const forTenant = { id: "links", scopes, tenant: { id: tenant?.id ?? "", org } };
  tenantMachine = await (await newMachine(system, ci, forTenant)).api();
  await system.api()("POST", "/_local/schedules/courier/run");
  const machines: Api[] = [];
  for (let i = 0; i < 8; i += 1) {
    const scopes = scopesOf("platform").filter((scope) => scope !== "rules:write");
    const given = { id: `links_${i}`, scopes };
    machines.push(await (await newMachine(system, ci, given)).api());
  }
  let sent = 0;
  machine = (...asked) => (machines[Math.floor(sent++ / 50)] as Api)(...asked);
  const rows = await allOf(system.admin, "/admin/audit");
  const inRows = rows.flatMap(({ context }) => tokenOf(context.magic_link_url ?? ""));
  secrets = [
    HOOK,
    TENANT_HOOK,
    endpoint.body.secret,
    tenantEndpoint.body.secret,
    token,
    ...tokenOf(renewed.body.magic_link_url),
    ...members.map((member) => member.token),
    room.token,
    ...tokenOf(invited.url),
    exported.headers.get("location")?.split("/").at(-1) ?? "",
    ...inRows,
  ];
  expect(secrets.filter((secret) => secret.length < 20)).toEqual([]);
  expect(inRows.length).toBeGreaterThan(10);
  expect(new Set(secrets).size).toBeGreaterThan(15);
}, 300_000);
afterAll(async () => {
  await Promise.all([system.close(), ci.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const tokenOf = (url: string): string[] => /[\w-]{43}$/.exec(url) ?? [];

/** For each kind of path, the list and the field that contain its id. */
const lists: readonly [path: RegExp, list: string, field: string][] = [
  [/^\/admin\/counsel\//, "/admin/counsel", "id"],
  [/^\/(admin|machine)\/rule-reviews\//, "/admin/rule-reviews", "id"],
  [/^\/admin\/review-panels\//, "/admin/review-panels", "id"],
  [/^\/admin\/rooms\//, "/admin/rooms", "id"],
  [/^\/admin\/tenants\//, "/admin/tenants", "id"],
  [/^\/(admin|machine)\/frameworks\//, "/admin/frameworks", "id"],
  [/^\/admin\/webhook-endpoints\//, "/admin/webhook-endpoints", "id"],
  [/^\/admin\/clearance\/pipelines\//, "/admin/clearance/pipelines", "id"],
  [/^\/admin\/machines\//, "/admin/machines", "id"],
];

/** What an entry demands besides its path. */
const queries: Readonly<Record<string, (rule: string) => string>> = {
  getWording: (rule) => `?use_case_id=${rule}&on=2999-01-01`,
  searchRules: (rule) => `?search=${rule}`,
};

/** Every address of an entry that exists in this system. */
async function addressesOf({ id, path }: Route): Promise<string[]> {
  if (id === "getClearance") {
    const { frameworkId, rule } = await anyRule();
    return [`${path}?framework_id=${frameworkId}&use_case_ids=${rule}`];
  }
  if (id === "listClassifications") {
    const tenants = await allOf(system.admin, "/admin/tenants");
    return tenants.map((tenant) => `${path}?tenant_id=${tenant.id}`);
  }
  const [, list, field] = lists.find(([form]) => form.test(path)) ?? [];
  if (!path.includes("{") || list === undefined || field === undefined) {
    return [path + (queries[id]?.((await anyRule()).rule) ?? "")];
  }
  // Drawing a certificate is slow, and each is drawn in the same way.
  const found = sampled(await allOf(system.admin, list), id.endsWith("Certificate") ? 20 : 8);
  const addresses = [];
  for (const one of found) {
    const at = path.replace(/\{\w+\}/, one[field]);
    const rules = /use_case_id|wording/.test(path)
      ? await allOf(system.admin, `/admin/frameworks/${one[field]}/rules`)
      : [];
    const rule = rules[0]?.use_case_id;
    if (/use_case_id|wording/.test(path) && rule === undefined) continue;
    addresses.push(at.replace("{use_case_id}", rule) + (queries[id]?.(rule) ?? ""));
  }
  return addresses;
}

async function anyRule(): Promise<{ frameworkId: string; rule: string }> {
  const [framework] = await allOf(system.admin, "/admin/frameworks");
  const [rule] = await allOf(system.admin, `/admin/frameworks/${framework.id}/rules`);
  return { frameworkId: framework.id, rule: rule.use_case_id };
}

/** The answer's text, and that of every further page. */
async function pagesOf(ask: Api, address: string): Promise<string> {
  const texts: string[] = [];
  let cursor: string | null = null;
  do {
    const join = address.includes("?") ? "&" : "?";
    const at: string = cursor === null ? address : `${address}${join}cursor=${cursor}`;
    const answer = await ask("GET", at, undefined, { accept: "application/json" });
    // 409: nobody has decided yet, so there is no certificate or bundle.
    expect([at, [200, 409].includes(answer.status)]).toEqual([at, true]);
    texts.push(answer.text);
    cursor = answer.body?.next_cursor ?? null;
  } while (cursor !== null);
  return texts.join("\n");
}

/** A file that counsel signed is delivered unchanged, and the sample half year has none. */
const reading = allRoutes.filter(
  ({ id, method, access }) =>
    method === "GET" && ["platform", "signed_in"].includes(access) && id !== "getSignedCertificate",
);
const readByMachines = allRoutes.filter(
  ({ method, access, scope }) =>
    method === "GET" && access === "machine" && scopesOf("platform").some((one) => one === scope),
);
/** What an admin sees somewhere, so that it is worth testing that it is hidden from readers. */
const shown = new Set<string>();

test.each(reading.map((route) => [route.id, route] as const))(
  "%s shows a reader no working link",
  async (_, route) => {
    const addresses = await addressesOf(route);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      const text = await pagesOf(reader, address);
      expect([address, secrets.filter((secret) => text.includes(secret))]).toEqual([address, []]);
      const isAboutLinks = /audit|webhook/.test(address);
      const whole = isAboutLinks ? await pagesOf(system.admin, address) : "";
      for (const secret of secrets) if (whole.includes(secret)) shown.add(secret);
    }
  },
);

test.each(readByMachines.map((route) => [route.id, route] as const))(
  "%s shows a machine no working link",
  async (_, route) => {
    const addresses = await addressesOf(route);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      const text = await pagesOf(machine, address);
      expect([address, secrets.filter((secret) => text.includes(secret))]).toEqual([address, []]);
    }
  },
);

test("no GET of tenants answers a reader, and a tenant's machine sees no working link", async () => {
  const ofTenants = allRoutes.filter(
    ({ method, access }) => method === "GET" && ["user", "org"].includes(access),
  );
  expect(ofTenants.length).toBeGreaterThan(15);
  for (const { path } of ofTenants) {
    const address = path.replace(/\{\w+\}/g, "00000000-0000-4000-8000-00000000000a");
    const { status, text } = await reader("GET", address);
    expect([address, status, secrets.filter((secret) => text.includes(secret))]).toEqual([
      address,
      403,
      [],
    ]);
  }
  for (const address of ["/machine/audit?limit=200", "/machine/artifacts/export"]) {
    const text = await pagesOf(tenantMachine, address);
    expect(text.length).toBeGreaterThan(500);
    expect([address, secrets.filter((secret) => text.includes(secret))]).toEqual([address, []]);
  }
});

test("an admin does see the links of reviews and the addresses of endpoints in the same answers", () => {
  expect(shown.has(HOOK)).toBe(true);
  expect(shown.size).toBeGreaterThan(10);
});

test("a reader sees a link's hash, as evidence shows it, and null for an endpoint's address", async () => {
  const [review] = await allOf(system.admin, "/admin/rule-reviews");
  const evidence = await reader("GET", `/admin/rule-reviews/${review.id}/evidence`);
  const rows = await reader("GET", `/admin/rule-reviews/${review.id}/audit`);
  const linkOf = ({ body }: { body: { items?: []; audit?: [] } }) =>
    (body.items ?? body.audit ?? []).map(
      ({ context }: { context: { magic_link_url?: string } }) => context.magic_link_url,
    )[0];
  expect(linkOf(rows)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(linkOf(rows)).toBe(linkOf(evidence));
  const endpoints = await allOf(reader, "/admin/webhook-endpoints");
  expect(endpoints.map(({ url }) => url)).toEqual(endpoints.map(() => null));
});

test("a reader sees enough to watch the evidence log, because every row has its hash", async () => {
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  const token = await system.token({ is_reader: true });
  const { observed } = await observe(deploymentAt(system.baseUrl), null, null, token);
  expect(observed.trail?.rows.length).toBeGreaterThan(50);
  expect(await watch(observed)).toEqual([]);
});
