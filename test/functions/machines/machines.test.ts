import { createHmac, generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { allOf } from "#test/support/cloudc-fixture.ts";
import { newMachine, type TestMachine } from "#test/support/machine-fixture.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { rewriteItem } from "#test/support/table-attack.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

let system: TestSystem;
let ci: CiIssuer;
let other: CiIssuer;
let frameworkId: string;
let reviewId: string;
let tenant: TestTenant;
let stranger: TestTenant;
let siem: TestMachine;
let clock = Date.now();
beforeAll(async () => {
  ci = await startCiIssuer(() => clock);
  other = await startCiIssuer(() => clock);
  system = await startTestSystem({
    settings: { PIPELINE_ISSUER_ALLOWED_HOSTS: `${ci.host}, ${other.host}` },
  });
  const { token, frameworkId: id, review } = await commission(system);
  await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
  frameworkId = id;
  reviewId = review.id;
  tenant = await newTenant(system);
  stranger = await newTenant(system, "Another");
  siem = await newMachine(system, ci, { id: "siem", scopes: ["audit:read"] });
});
afterAll(async () => {
  await Promise.all([system.close(), ci.close(), other.close()]);
});

const later = async (seconds: number) => {
  clock = Date.parse(await system.advance(seconds));
};
const audit = (token: string | undefined) => system.api(token)("GET", "/machine/audit?limit=1");
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const seconds = () => Math.floor(clock / 1000);

describe("a machine signs in with its own platform's token", () => {
  test("the right token gets the answer", async () => {
    expect((await audit(await siem.token())).status).toBe(200);
  });

  const wrong: [string, string, () => string | undefined | Promise<string | undefined>][] = [
    ["no token", "issuer", () => undefined],
    ["a text that is no token", "issuer", () => "not.a-token"],
    ...[[{ toString: 1 }], { toString: 1 }, [[{ toString: 1 }]]].map(
      (aud): (typeof wrong)[number] => [
        `an audience ${JSON.stringify(aud)}`,
        "issuer",
        () => `${part({})}.${part({ aud })}.x`,
      ],
    ),
    ["a person's token", "issuer", () => system.token({ is_platform_admin: true })],
    [
      "another issuer, well signed",
      "issuer",
      () => other.token({ sub: "siem", aud: siem.audience }),
    ],
    ["an issuer with a slash more", "issuer", () => siem.token({ iss: `${ci.url}/` })],
    [
      "alg none",
      "signature",
      async () => `${part({ alg: "none", kid: "ci-1" })}.${part(payloadOf(await siem.token()))}.`,
    ],
    [
      "HS256 with a public key as its secret",
      "signature",
      async () => {
        const said = `${part({ alg: "HS256", kid: "ci-1" })}.${part(payloadOf(await siem.token()))}`;
        const key = JSON.stringify(ci.jwks.keys[0]);
        return `${said}.${createHmac("sha256", key).update(said).digest("base64url")}`;
      },
    ],
    ["an unknown key id", "signature", () => ci.token({ aud: siem.audience }, { kid: "unknown" })],
    [
      "another key under the known id",
      "signature",
      async () =>
        new SignJWT(payloadOf(await siem.token()))
          .setProtectedHeader({ alg: "RS256", kid: "ci-1" })
          .sign(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey),
    ],
    [
      "an altered payload",
      "signature",
      async () => {
        const [header, , signature] = (await siem.token()).split(".");
        return `${header}.${part({ ...payloadOf(await siem.token()), sub: "root" })}.${signature}`;
      },
    ],
    ["a cut signature", "signature", async () => (await siem.token()).slice(0, -20)],
    ["another audience", "audience", () => siem.token({ aud: "somebody-else" })],
    ["no audience", "audience", () => siem.token({ aud: undefined })],
    ["an audience with a slash more", "audience", () => siem.token({ aud: `${siem.audience}/` })],
    [
      "a tenant's audience",
      "audience",
      () => siem.token({ aud: `${siem.audience}/tenants/${tenant.id}` }),
    ],
    ["an expired one", "expiry", () => siem.token({ exp: seconds() - 1 })],
    ["one without an end", "expiry", () => siem.token({ exp: undefined })],
    ["one that has not begun", "expiry", () => siem.token({ nbf: seconds() + 120 })],
    ["one issued in the future", "expiry", () => siem.token({ iat: seconds() + 120 })],
    ["another subject", "claims", () => siem.token({ sub: "siem2" })],
    ["no subject", "claims", () => siem.token({ sub: undefined })],
    ["a list where the claim is a text", "claims", () => siem.token({ sub: ["siem"] })],
  ];
  test.each(wrong)("%s is refused by name: %s", async (_, check, make) => {
    const token = await make();
    const { status, body, text } = await audit(token);
    expect([status, body.code, body.check]).toEqual([401, "token_invalid", check]);
    if (token !== undefined) expect(text).not.toContain(token);
  });

  test("its token is judged before its query, path and body", async () => {
    const answer = await system.api("a.b.c")("PUT", "/machine/frameworks/NO/rules?x=1", "{");
    expect(answer.body.code).toBe("token_invalid");
  });

  test("60 requests a minute are answered, counted for each machine separately", async () => {
    await later(60);
    // One after the other: of two simultaneous changes to an owner's machines, one is a conflict.
    const busy = await newMachine(system, ci, { id: "busy", scopes: ["audit:read"] });
    const quiet = await newMachine(system, ci, { id: "quiet", scopes: ["audit:read"] });
    // Waits until a whole clock minute is left and the functions know both machines.
    await later(31);
    await later(61 - new Date(clock).getUTCSeconds());
    const answers = [];
    for (let i = 0; i < 61; i += 1) answers.push((await audit(await busy.token())).status);
    expect(answers).toEqual([...Array(60).fill(200), 429]);
    expect((await audit(await quiet.token())).status).toBe(200);
    const refused = await audit(await busy.token());
    expect(refused.body.code).toBe("rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a removed machine is out within 30 s, and a changed one has its changes", async () => {
    const gone = await newMachine(system, ci, { id: "gone", scopes: ["audit:read"] });
    await later(31);
    expect((await audit(await gone.token())).status).toBe(200);
    const { body } = await system.admin("GET", gone.path);
    const { id: _, created_at: __, updated_at: ___, framework_ids: ____, ...content } = body;
    const changed = { ...content, scopes: ["coverage:read"] };
    await expectStatus(system.admin("PUT", gone.path, changed), 200);
    await later(31);
    expect((await audit(await gone.token())).body.code).toBe("scope_missing");
    await expectStatus(system.admin("DELETE", gone.path), 204);
    await later(31);
    expect((await audit(await gone.token())).body.check).toBe("claims");
  });
});

describe("what a machine may do", () => {
  test("the platform's machine reads evidence and writes rules of its frameworks, in rows of its own", async () => {
    const machine = await newMachine(system, ci, {
      id: "books",
      scopes: ["rules:write", "evidence:read", "coverage:read", "clearance:ask"],
      framework_ids: [frameworkId],
    });
    await later(31);
    const api = await machine.api();
    const rules = [ruleText("rule.a"), ruleText("rule.of_machine")];
    const path = `/machine/frameworks/${frameworkId}/rules`;
    const { body } = await expectStatus(api("PUT", path, { rules }), 200);
    expect(body.created).toBe(1);
    const rows = await system.admin("GET", "/admin/audit?action=rules.imported&order=desc&limit=1");
    expect(rows.body.items[0]).toMatchObject({
      actor_type: "machine",
      actor_user_id: null,
      context: { machine_id: "books", framework_id: frameworkId },
    });
    const coverage = `/frameworks/${frameworkId}/coverage?as_of=2999-01-01T00:00:00Z&view=outline`;
    const own = await api("GET", `/machine${coverage}`);
    expect(own.body).toEqual((await system.admin("GET", `/admin${coverage}`)).body);
    const bundle = await api("GET", `/machine/rule-reviews/${reviewId}/bundle`);
    expect(bundle.text).toBe(
      (await system.admin("GET", `/admin/rule-reviews/${reviewId}/bundle`)).text,
    );
    const asked = { framework_id: frameworkId, use_case_ids: ["rule.of_machine"] };
    const verdict = await expectStatus(api("POST", "/machine/clearance", asked), 200);
    expect(verdict.body.blockers[0].reason).toBe("never_reviewed");
  });

  test("a machine reads that counsel objects, but neither counsel's name nor words", async () => {
    const given = await commission(system);
    const refusal = { decision: "rejected", comment: "Not in these words." };
    const decide = `/counsel/review/${given.token}/decide`;
    await expectStatus(system.api()("POST", decide, refusal), 200);
    const machine = await newMachine(system, ci, { id: "drift", scopes: ["coverage:read"] });
    await later(31);
    const api = await machine.api();
    for (const view of ["full", "outline"] as const) {
      const path = `/frameworks/${given.frameworkId}/coverage?as_of=2999-01-01T00:00:00Z&view=${view}`;
      const admins = (await expectStatus(system.admin("GET", `/admin${path}`), 200)).body;
      const part = view === "full" ? "rules" : "outline";
      const { objection } = admins[part][0];
      expect(objection).toMatchObject({
        counsel: { id: given.counselId, display_name: "Dr. Ada Lex" },
        text: refusal.comment,
      });
      const read = await expectStatus(api("GET", `/machine${path}`), 200);
      const kept = { ...objection, counsel: { id: given.counselId }, text: null };
      expect(read.body).toEqual({
        ...admins,
        [part]: admins[part].map((row: object) => ({ ...row, objection: kept })),
      });
    }
  });

  test("a framework that the machine does not name is refused, for reading and for writing", async () => {
    const { frameworkId: second, review } = await commission(system);
    const api = system.api(await ci.token({ sub: "books", aud: system.baseUrl }));
    for (const [method, path, body] of [
      ["PUT", `/machine/frameworks/${second}/rules`, { rules: [ruleText("rule.a")] }],
      ["GET", `/machine/frameworks/${second}/coverage`, undefined],
      ["POST", "/machine/clearance", { framework_id: second, use_case_ids: ["rule.a"] }],
      ["GET", `/machine/rule-reviews?framework_id=${second}`, undefined],
      ["GET", `/machine/rule-reviews/${review.id}/bundle`, undefined],
      ["GET", `/machine/rule-reviews/${review.id}/certificate.pdf`, undefined],
    ] as const) {
      expect((await api(method, path, body)).body.code).toBe("framework_not_granted");
    }
    const { items } = (await expectStatus(api("GET", "/machine/rule-reviews"), 200)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([reviewId]);
    const both = { scopes: ["evidence:read"] as const, framework_ids: [frameworkId, second] };
    const several = await (await newMachine(system, ci, { id: "several", ...both })).api();
    await later(31);
    expect((await several("GET", "/machine/rule-reviews")).body.code).toBe("framework_not_granted");
    const path = `/machine/rule-reviews?framework_id=${second}`;
    expect((await expectStatus(several("GET", path), 200)).body.items.length).toBe(1);
  });

  test("a tenant's machine reads the tenant's rows and inventory, and starts runs of its connections", async () => {
    const connection = await connectSourcehost(tenant);
    const elsewhere = await connectSourcehost(stranger);
    const machine = await newMachine(system, ci, {
      id: "siem",
      tenant,
      scopes: ["audit:read", "inventory:read", "runs:start"],
    });
    await later(31);
    const api = await machine.api();
    const { body } = await expectStatus(api("GET", "/machine/audit"), 200);
    expect(body.items.length).toBeGreaterThan(0);
    const tenants = body.items.map(({ tenant_id }: { tenant_id: string }) => tenant_id);
    expect(new Set(tenants)).toEqual(new Set([tenant.id]));
    const others = await api("GET", `/machine/audit?tenant_id=${stranger.id}`);
    expect([others.status, others.body.code]).toEqual([403, "forbidden"]);
    const exported = await api("GET", "/machine/artifacts/export");
    expect([exported.status, exported.body.bomFormat]).toEqual([200, "CycloneDX"]);
    const start = (id: string) => api("POST", `/machine/connections/${id}/discovery-runs`);
    expect((await start(elsewhere.id)).status).toBe(404);
    await expectStatus(start(connection.id), 202);
    const rows = await tenant.org("GET", "/tenant/audit?action=discovery.run.requested&order=desc");
    expect(rows.body.items[0]).toMatchObject({
      actor_type: "machine",
      actor_user_id: null,
      context: { machine_id: `${tenant.id}/siem` },
    });
  });

  test("a cursor of one tenant's machine is of no use to another's", async () => {
    const made = await newMachine(system, ci, {
      id: "siem",
      tenant: stranger,
      scopes: ["audit:read"],
    });
    await later(31);
    const first = system.api(
      await ci.token({ sub: "siem", aud: `${system.baseUrl}/tenants/${tenant.id}` }),
    );
    const { body } = await expectStatus(first("GET", "/machine/audit?limit=1"), 200);
    const cursor = body.next_cursor;
    expect(cursor).not.toBeNull();
    const taken = await (await made.api())("GET", `/machine/audit?limit=1&cursor=${cursor}`);
    expect(taken.body.errors[0].path).toBe("cursor");
  });
});

describe("registering a machine", () => {
  const content = (more: object = {}) => ({
    display_name: "A",
    issuer: ci.url,
    audience: system.baseUrl,
    claims: { sub: "registered" },
    scopes: ["audit:read"],
    ...more,
  });
  const put = (more: object, id = "faulty") =>
    system.admin("PUT", `/admin/machines/${id}`, content(more));
  const github = "https://token.actions.githubusercontent.com";

  test.each<[string, () => object, number, string]>([
    ["another's audience", () => ({ audience: "https://else.example" }), 422, "audience_not_yours"],
    [
      "a tenant's audience",
      () => ({ audience: `${system.baseUrl}/tenants/${tenant.id}` }),
      422,
      "audience_not_yours",
    ],
    [
      "GitHub by sub",
      () => ({ issuer: github, claims: { sub: "repo:a/b" } }),
      422,
      "claim_reusable",
    ],
    [
      "GitHub by the name of a repository",
      () => ({ issuer: github, claims: { repository: "a/b" } }),
      422,
      "claim_reusable",
    ],
    [
      "GitLab without a project's id",
      () => ({ issuer: "https://gitlab.com", claims: { project_path: "a/b" } }),
      422,
      "claim_reusable",
    ],
    [
      "another issuer without sub",
      () => ({ claims: { repository_id: "1" } }),
      422,
      "claim_reusable",
    ],
    [
      "what another's token would fit",
      () => ({ claims: { sub: "siem" } }),
      409,
      "machine_ambiguous",
    ],
    [
      "what a token could fit together with another's",
      () => ({ claims: { sub: "siem", ref: "main" } }),
      409,
      "machine_ambiguous",
    ],
    ["no scope", () => ({ scopes: [] }), 400, "validation_failed"],
    ["a tenant's scope", () => ({ scopes: ["runs:start"] }), 400, "validation_failed"],
    ["an unknown scope", () => ({ scopes: ["*"] }), 400, "validation_failed"],
    [
      "rules:write without frameworks",
      () => ({ scopes: ["rules:write"] }),
      400,
      "validation_failed",
    ],
    ["an unknown framework", () => ({ framework_ids: ["nothing_here"] }), 422, "unknown_framework"],
    ["an inside address", () => ({ issuer: "https://10.0.0.1" }), 422, "endpoint_blocked"],
  ])("%s is refused", async (_, more, status, code) => {
    const answer = await put(more());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await system.admin("GET", "/admin/machines/faulty")).status).toBe(404);
  });

  test("a tenant's machine has its own tenant's audience, and never the platform's scopes", async () => {
    const at = (more: object) => tenant.org("PUT", "/tenant/machines/faulty", content(more));
    expect((await at({})).body.code).toBe("audience_not_yours");
    const strangers = `${system.baseUrl}/tenants/${stranger.id}`;
    expect((await at({ audience: strangers })).body.code).toBe("audience_not_yours");
    const own = `${system.baseUrl}/tenants/${tenant.id}`;
    expect((await at({ audience: own, scopes: ["evidence:read"] })).status).toBe(400);
    expect((await tenant.member("GET", "/tenant/machines")).status).toBe(403);
  });

  test("after a change of the domain, the owner's former audience still counts, but nobody else's does", async () => {
    const former = "https://former.example";
    const moved = await newMachine(system, ci, { id: "moved", scopes: ["audit:read"] });
    await rewriteItem(system, { pk: "MACHINES#platform", sk: "moved" }, (item) => {
      item.machine.audience = former;
    });
    await later(31);
    expect((await audit(await moved.token({ aud: former }))).status).toBe(200);
    expect((await audit(await moved.token())).body.check).toBe("claims");
    await expectStatus(put({ audience: former, claims: { sub: "beside" } }, "beside"), 200);
    const ofTenant = content({ audience: former });
    const answer = await tenant.org("PUT", "/tenant/machines/faulty", ofTenant);
    expect(answer.body.code).toBe("audience_not_yours");
    await expectStatus(system.admin("DELETE", moved.path), 204);
    await expectStatus(system.admin("DELETE", "/admin/machines/beside"), 204);
  });

  test("of two simultaneous registrations that one token fits, one is refused", async () => {
    const answers = await Promise.all(
      ["twin_a", "twin_b"].map((id) => put({ claims: { sub: "twin" } }, id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("is listed for the platform or for its tenant, and never for the other", async () => {
    const platforms = (await expectStatus(put({ claims: { sub: "listed" } }, "listed"), 200)).body;
    const audience = `${system.baseUrl}/tenants/${tenant.id}`;
    const own = content({ audience, claims: { sub: "own" } });
    const tenants = (await expectStatus(tenant.org("PUT", "/tenant/machines/own", own), 200)).body;
    const [all, asAdmin, asTenant] = await Promise.all([
      allOf(system.admin, "/admin/machines"),
      allOf(system.admin, `/admin/machines?tenant_id=${tenant.id}`),
      allOf(tenant.org, "/tenant/machines"),
    ]);
    expect(all).toContainEqual(platforms);
    expect(all).not.toContainEqual(expect.objectContaining({ id: "own" }));
    expect(asTenant).toContainEqual(tenants);
    expect(asAdmin).toEqual(asTenant);
    expect(asTenant).not.toContainEqual(expect.objectContaining({ id: "listed" }));
    await expectStatus(system.admin("DELETE", "/admin/machines/listed"), 204);
    await expectStatus(tenant.org("DELETE", "/tenant/machines/own"), 204);
  });

  test("can be read back as given, changes nothing when repeated, and writes a row for each change", async () => {
    const made = (await expectStatus(put({}, "kept"), 200)).body;
    expect(made).toMatchObject({ id: "kept", ...content(), framework_ids: [] });
    expect((await put({}, "kept")).body).toEqual(made);
    await later(1);
    await expectStatus(put({ display_name: "B" }, "kept"), 200);
    await expectStatus(system.admin("DELETE", "/admin/machines/kept"), 204);
    const { body } = await system.admin(
      "GET",
      "/admin/audit?resource_type=machine&resource_id=kept",
    );
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      "machine.created",
      "machine.updated",
      "machine.deleted",
    ]);
  });
});
