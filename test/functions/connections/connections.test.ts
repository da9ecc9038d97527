import { randomUUID } from "node:crypto";
import { ListSecretsCommand } from "@aws-sdk/client-secrets-manager";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { shardKeys } from "#shared/store/tombstones.ts";
import { callFunction } from "#test/support/function-event.ts";
import { failing, keepLogLines, useEnvironmentOf, type When } from "#test/support/in-process.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { putItem, takeBack } from "#test/support/table-attack.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem();
let acme: TestTenant;
let globex: TestTenant;
beforeAll(async () => {
  acme = await newTenant(system, "Acme");
  globex = await newTenant(system, "Globex");
});

const eventbus = {
  provider: "cloudb",
  subtype: "eventbus",
  display_name: "Production account",
  remote_tenant_id: "123456789012",
};

const role = {
  provider: "cloudb",
  subtype: "assume_role",
  display_name: "Production account",
  remote_tenant_id: "123456789012",
  regions: ["eu-west-1", "us-east-1"],
};

describe("connecting", () => {
  test("a connection has every field of the contract and can be read again", async () => {
    const { status, body } = await acme.org("POST", "/connections", {
      ...eventbus,
      provider: "sourcehost",
      subtype: null,
      remote_tenant_id: null,
      installation_id: 40_000_001,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      tenant_id: acme.id,
      provider: "sourcehost",
      subtype: null,
      display_name: "Production account",
      status: "active",
      remote_tenant_id: null,
      installation_id: "40000001",
      secret_ref: "",
      wif_audience: null,
      wif_service_account_email: null,
      scopes_granted: [],
      eventbus_bus_id: null,
      eventbus_rule_id: null,
      eventbus_provisioned_at: null,
      role_arn: null,
      external_id: null,
      webhook_url: `${system.baseUrl}/webhooks/sourcehost/${acme.id}`,
      last_run: null,
      created_at: expect.any(String),
    });
    expect((await acme.member("GET", `/connections/${body.id}`)).body).toEqual({
      ...body,
      webhook_health: {
        last_received_at: null,
        deliveries_24h: 0,
        outcomes_24h: { accepted: 0, ignored: 0, duplicate: 0, rejected: 0 },
      },
    });
    expect((await acme.member("GET", "/connections")).body.items).toContainEqual(body);
  });

  test.each([
    ["no provider", { display_name: "x" }, ["provider"]],
    ["a source host without installation", { provider: "sourcehost" }, ["installation_id"]],
    [
      "a source host with a subtype",
      { provider: "sourcehost", subtype: "wif", installation_id: "1" },
      ["subtype"],
    ],
    [
      "an installation that is no number",
      { provider: "sourcehost", installation_id: "12x" },
      ["installation_id"],
    ],
    [
      "an installation of a fraction",
      { provider: "sourcehost", installation_id: 1.5 },
      ["installation_id"],
    ],
    ["an eventbus without account", { ...eventbus, remote_tenant_id: null }, ["remote_tenant_id"]],
    [
      "an account of 11 digits",
      { ...eventbus, remote_tenant_id: "12345678901" },
      ["remote_tenant_id"],
    ],
    ["cloudb without a subtype", { ...eventbus, subtype: undefined }, ["subtype"]],
    ["cloudb with a subtype of cloudc", { ...eventbus, subtype: "oauth_refresh" }, ["subtype"]],
    [
      "a token where none belongs, and no installation",
      { provider: "sourcehost", refresh_token: "x" },
      ["installation_id", "refresh_token"],
    ],
    [
      "a role without account and regions",
      { provider: "cloudb", subtype: "assume_role" },
      ["regions", "remote_tenant_id"],
    ],
    [
      "a role of another account",
      { ...role, role_arn: "arn:aws:iam::999999999999:role/Countersign" },
      ["role_arn"],
    ],
    ["a region that is none", { ...role, regions: ["eu-west-1", "nowhere"] }, ["regions.1"]],
    ["a region twice", { ...role, regions: ["eu-west-1", "eu-west-1"] }, ["regions"]],
    ["wif on this path", { provider: "cloudc", subtype: "wif" }, ["subtype"]],
    ["a field nobody knows", { ...eventbus, secret_ref: "x" }, ["secret_ref"]],
    [
      "a source host with neither name nor installation",
      { provider: "sourcehost", display_name: undefined },
      ["display_name", "installation_id"],
    ],
    [
      "a short account without a name",
      { ...eventbus, display_name: undefined, remote_tenant_id: "12" },
      ["display_name", "remote_tenant_id"],
    ],
    [
      "members of the wrong type, none of them twice",
      { ...role, subtype: 5, remote_tenant_id: {}, regions: [null], role_arn: 1, more: 1 },
      ["more", "regions.0", "remote_tenant_id", "role_arn", "subtype"],
    ],
    [
      "regions of the wrong type, one of them twice",
      { ...role, regions: ["eu-west-1", 5, "eu-west-1"], role_arn: 1 },
      ["regions", "regions.1", "role_arn"],
    ],
  ])("%s is refused, with each fault at its field", async (_, change, paths) => {
    const { status, body } = await acme.org("POST", "/connections", {
      display_name: "x",
      ...change,
    });
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect(body.errors.map((fault: { path: string }) => fault.path).sort()).toEqual(paths);
  });

  // JSON in which a client names a method, so that turning the value into text or a number fails.
  const odd = { toString: 1 };
  test.each([
    [
      "/connections",
      { ...eventbus, remote_tenant_id: odd, role_arn: "arn:aws:iam::123456789012:role/x" },
      ["remote_tenant_id", "role_arn"],
    ],
    [
      "/connections",
      { ...role, remote_tenant_id: odd, role_arn: odd },
      ["remote_tenant_id", "role_arn"],
    ],
    [
      "/connections/cloudc/wif/connect",
      { wif_audience: odd, service_account_email: odd, project_ids: [odd] },
      ["project_ids.0", "service_account_email", "wif_audience"],
    ],
    [
      "/admin/review-panels",
      {
        framework_id: "eu_ai_act",
        rule_use_case_ids: ["rule.a"],
        counsel_ids: [randomUUID(), randomUUID()],
        need: odd,
        on_reject: "ends",
      },
      ["need"],
    ],
  ])("at %s, %j is refused with each fault at its field", async (path, sent, paths) => {
    const claims = { is_platform_admin: true, tenant_id: acme.id, org_role: "admin" } as const;
    const { status, body } = await system.api(await system.token(claims))("POST", path, sent);
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect(body.errors.map((fault: { path: string }) => fault.path).sort()).toEqual(paths);
  });

  test("an installation belongs to one tenant platform-wide, until it is disconnected", async () => {
    const { id, installation_id } = await connectSourcehost(acme);
    const body = { provider: "sourcehost", display_name: "Mine", installation_id };
    for (const tenant of [acme, globex]) {
      const refused = await tenant.org("POST", "/connections", body);
      expect([refused.status, refused.body.code]).toEqual([409, "installation_already_connected"]);
    }
    expect((await acme.org("DELETE", `/connections/${id}`)).status).toBe(204);
    expect((await globex.org("POST", "/connections", body)).status).toBe(201);
  });

  test("when many connect one installation at once, one succeeds", async () => {
    const body = { provider: "sourcehost", display_name: "x", installation_id: "39000001" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 === 0 ? acme : globex).org("POST", "/connections", body),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const lists = await Promise.all([acme, globex].map((t) => t.org("GET", "/connections")));
    const holding = lists
      .flatMap((list) => list.body.items)
      .filter((item: { installation_id: string }) => item.installation_id === "39000001");
    expect(holding).toHaveLength(1);
  });

  test("a tenant has at most one eventbus connection", async () => {
    const first = await acme.org("POST", "/connections", eventbus);
    expect(first.status).toBe(201);
    const second = await acme.org("POST", "/connections", eventbus);
    expect([second.status, second.body.code]).toEqual([409, "eventbus_connection_exists"]);
    expect((await globex.org("POST", "/connections", eventbus)).status).toBe(201);
    expect((await acme.org("DELETE", `/connections/${first.body.id}`)).status).toBe(204);
    expect((await acme.org("POST", "/connections", eventbus)).status).toBe(201);
  });

  test("a role gets its own external id, and waits to be authorised with its ARN", async () => {
    const made = await Promise.all([1, 2].map(() => acme.org("POST", "/connections", role)));
    for (const { status, body } of made) {
      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: "needs_reauthorization",
        role_arn: null,
        scopes_granted: ["region:eu-west-1", "region:us-east-1"],
      });
    }
    expect(new Set(made.map(({ body }) => body.external_id)).size).toBe(2);
    const role_arn = "arn:aws:iam::123456789012:role/discovery/Countersign";
    const given = await acme.org("POST", "/connections", { ...role, role_arn });
    expect(given.body).toMatchObject({ status: "active", role_arn });
  });

  test("a refresh token goes to the secret store and nowhere else", async () => {
    const refresh_token = "1//refresh-token-of-the-test";
    const { status, body, text } = await acme.org("POST", "/connections", {
      provider: "cloudc",
      subtype: "oauth_refresh",
      display_name: "Legacy",
      refresh_token,
    });
    expect(status).toBe(201);
    expect(body.secret_ref).toBe(`cloudc-refresh-token-${body.id}`);
    const audit = (await system.admin("GET", `/admin/audit?resource_id=${body.id}`)).text;
    expect([text, audit, ...system.rawLines].join("\n")).not.toContain(refresh_token);
    expect((await acme.org("DELETE", `/connections/${body.id}`)).status).toBe(204);
  });
});

describe("a refresh token stays in the secret store only with its connection", () => {
  const legacy = {
    provider: "cloudc",
    subtype: "oauth_refresh",
    display_name: "Legacy",
    refresh_token: "1//refresh-token-of-the-test",
  };
  const tokens = async () => {
    const { client } = secretStoreOf(system);
    const { SecretList = [] } = await client.send(new ListSecretsCommand({}));
    return SecretList.filter(({ Name }) => Name?.startsWith("cloudc-refresh-token-")).length;
  };

  test("when the tenant's removal has begun", async () => {
    const before = await tokens();
    for (const key of shardKeys(globex.id)) await putItem(system, key);
    const refused = await globex.org("POST", "/connections", legacy);
    await takeBack(system);
    expect([refused.status, refused.body.code]).toEqual([403, "unknown_tenant"]);
    expect(await tokens()).toBe(before);
  });

  test.each<[When, number]>([
    ["before", 0],
    ["after", 1],
  ])("when the table fails %s it has written the connection", async (when, left) => {
    const { end } = keepLogLines();
    onTestFinished(() => {
      end();
      vi.unstubAllEnvs();
    });
    useEnvironmentOf(system);
    const { handler } = await import("#functions/connections/create-connection.ts");
    const before = await tokens();
    const claims = { sub: "u1", tenant_id: acme.id, org_role: "admin" };
    const create = () => callFunction(handler, { claims, body: legacy });
    expect((await failing("TransactWriteItemsCommand", create, when)).status).toBe(500);
    expect((await tokens()) - before).toBe(left);
  });
});

describe("isolation", () => {
  test("another tenant's connection looks like one that does not exist", async () => {
    const { id } = await connectSourcehost(acme);
    const unknown = crypto.randomUUID();
    for (const method of ["GET", "DELETE"]) {
      const foreign = await globex.org(method, `/connections/${id}`);
      const missing = await globex.org(method, `/connections/${unknown}`);
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, request_id: "" }).toEqual({ ...missing.body, request_id: "" });
    }
    const { items } = (await globex.org("GET", "/connections?limit=200")).body;
    expect(items.every((item: { tenant_id: string }) => item.tenant_id === globex.id)).toBe(true);
    expect((await acme.org("GET", `/connections/${id}`)).status).toBe(200);
  });

  test("a member may look but neither connect nor disconnect", async () => {
    const { id } = await connectSourcehost(acme);
    expect((await acme.member("POST", "/connections", eventbus)).status).toBe(403);
    expect((await acme.member("DELETE", `/connections/${id}`)).status).toBe(403);
    expect((await acme.member("GET", `/connections/${id}`)).status).toBe(200);
  });

  test("a token whose tenant does not exist is refused as unknown_tenant", async () => {
    for (const tenant_id of [crypto.randomUUID(), "acme", "x".repeat(3000)]) {
      const stranger = system.api(await system.token({ tenant_id, org_role: "admin" }));
      for (const [method, path] of [
        ["GET", "/connections"],
        ["POST", "/connections"],
        ["GET", `/connections/${crypto.randomUUID()}`],
        ["DELETE", `/connections/${crypto.randomUUID()}`],
      ] as const) {
        const { status, body } = await stranger(
          method,
          path,
          method === "POST" ? eventbus : undefined,
        );
        expect([status, body.code]).toEqual([403, "unknown_tenant"]);
      }
    }
  });
});

test("concurrent calls delete a connection only once", async () => {
  const { id } = await connectSourcehost(acme);
  const answers = await Promise.all([1, 2, 3].map(() => acme.org("DELETE", `/connections/${id}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
});

describe("an installation belongs to the tenant that a signed delivery names", () => {
  test("a provisional claim moves to the tenant that asked and receives deliveries; then it stays", async () => {
    const secret = await provisionedSecret(system);
    const [squatter, owner] = [
      await newTenant(system, "Squatter"),
      await newTenant(system, "Owner"),
    ];
    const taken = await connectSourcehost(squatter);
    const { installation_id } = taken;
    const body = { provider: "sourcehost", display_name: "Ours", installation_id };
    const deliverTo = ({ id }: TestTenant) =>
      deliver(system, id, { secret, payload: push(installation_id) });
    const status = async ({ org }: TestTenant, id: string) =>
      (await org("GET", `/connections/${id}`)).body.status;

    expect((await deliverTo(owner)).body.reason).toBe("connection_not_found");
    expect(await status(squatter, taken.id)).toBe("active");
    expect((await owner.org("POST", "/connections", body)).status).toBe(409);
    expect((await deliverTo(owner)).body.reason).toBe("connection_not_found");
    expect(await status(squatter, taken.id)).toBe("inactive");
    expect((await squatter.org("POST", "/connections", body)).status).toBe(409);
    const own = await owner.org("POST", "/connections", body);
    expect(own.status).toBe(201);
    expect((await deliverTo(owner)).body.status).toBe("accepted");

    expect((await deliverTo(squatter)).body.reason).toBe("connection_not_found");
    expect(await status(owner, own.body.id)).toBe("active");
    expect((await squatter.org("DELETE", `/connections/${taken.id}`)).status).toBe(204);
    expect((await deliverTo(owner)).body.status).toBe("accepted");
    const rows = (await system.admin("GET", `/admin/audit?resource_id=${taken.id}`)).body.items;
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      "connection.created",
      "connection.updated",
      "connection.deleted",
    ]);
  });

  test("a confirmed claim stays, whatever is replayed to another tenant's URL", async () => {
    const secret = await provisionedSecret(system);
    const [owner, other] = [await newTenant(system, "Owner"), await newTenant(system, "Other")];
    const { id, installation_id } = await connectSourcehost(owner);
    const sent = { secret, payload: push(installation_id) };
    expect((await deliver(system, owner.id, sent)).body.status).toBe("accepted");
    const body = { provider: "sourcehost", display_name: "Theirs", installation_id };
    expect((await other.org("POST", "/connections", body)).status).toBe(409);
    expect((await deliver(system, other.id, sent)).body.reason).toBe("connection_not_found");
    expect((await owner.org("GET", `/connections/${id}`)).body.status).toBe("active");
    expect((await deliver(system, owner.id, sent)).body.status).toBe("accepted");
  });
});
