import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem();
let acme: TestTenant;
let globex: TestTenant;
beforeAll(async () => {
  acme = await newTenant(system, "Acme");
  globex = await newTenant(system, "Globex");
});

const ended = (tenant: TestTenant, runId: string) =>
  eventually(async () => {
    const { body } = await tenant.member("GET", `/discovery-runs/${runId}`);
    expect(["completed", "failed"]).toContain(body.status);
    return body;
  });

describe("a posted run", () => {
  test("is queued, picked up at once by its event, and completed", async () => {
    const { id } = await connectSourcehost(acme);
    const { status, body } = await acme.member("POST", `/connections/${id}/discovery-runs`);
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.any(String),
      connection_id: id,
      kind: "full",
      trigger: "manual",
      status: "queued",
      artifacts_count: 0,
      coverage: [],
      error_jsonb: null,
      created_at: expect.any(String),
      started_at: null,
      finished_at: null,
    });
    const run = await ended(acme, body.id);
    expect(run).toMatchObject({
      status: "completed",
      coverage: [{ kind: "repository", status: "partial", code: "recorded_from_pushes" }],
    });
    expect(run.finished_at >= run.started_at && run.started_at >= run.created_at).toBe(true);
    const list = (await acme.member("GET", `/connections/${id}/discovery-runs`)).body;
    expect(list).toEqual({ items: [run], next_cursor: null });
  });

  test("of a connection that has no role yet fails and says why", async () => {
    const { body: connection } = await acme.org("POST", "/connections", {
      provider: "cloudb",
      subtype: "assume_role",
      remote_tenant_id: "123456789012",
      regions: ["eu-west-1"],
      display_name: "x",
    });
    const { body } = await acme.member("POST", `/connections/${connection.id}/discovery-runs`);
    expect(await ended(acme, body.id)).toMatchObject({
      status: "failed",
      error_jsonb: { stage: "role", code: "role_arn_missing", attempts: 1 },
    });
  });

  test("is listed with the newest run first, page after page", async () => {
    const { id } = await connectSourcehost(acme);
    const posted: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      await system.advance(1);
      posted.push((await acme.member("POST", `/connections/${id}/discovery-runs`)).body.id);
      await ended(acme, posted.at(-1) ?? "");
    }
    const path = `/connections/${id}/discovery-runs?limit=2`;
    const first = (await acme.member("GET", path)).body;
    const second = (await acme.member("GET", `${path}&cursor=${first.next_cursor}`)).body;
    const ids = [...first.items, ...second.items].map((run: { id: string }) => run.id);
    expect(ids).toEqual(posted.reverse());
    expect(second.next_cursor).toBeNull();
  });

  test("takes no body fields", async () => {
    const { id } = await connectSourcehost(acme);
    const { status } = await acme.member("POST", `/connections/${id}/discovery-runs`, {
      kind: "x",
    });
    expect(status).toBe(400);
  });
});

describe("isolation", () => {
  test("another tenant's runs and artifacts look as if they did not exist", async () => {
    const { id } = await connectSourcehost(acme);
    const { body: run } = await acme.member("POST", `/connections/${id}/discovery-runs`);
    for (const [method, path] of [
      ["POST", `/connections/${id}/discovery-runs`],
      ["GET", `/connections/${id}/discovery-runs`],
      ["GET", `/discovery-runs/${run.id}`],
      ["GET", `/artifacts?connection_id=${id}`],
    ] as const) {
      const { status, body } = await globex.org(method, path);
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
    expect((await globex.org("GET", "/artifacts")).body).toEqual({ items: [], next_cursor: null });
    await ended(acme, run.id);
  });

  test("a token whose tenant does not exist is refused as unknown_tenant", async () => {
    const stranger = system.api(await system.token({ tenant_id: crypto.randomUUID() }));
    const id = crypto.randomUUID();
    for (const path of [
      "/artifacts",
      `/discovery-runs/${id}`,
      `/connections/${id}/discovery-runs`,
    ]) {
      const { status, body } = await stranger("GET", path);
      expect([status, body.code]).toEqual([403, "unknown_tenant"]);
    }
  });
});
