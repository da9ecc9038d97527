import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallEstate } from "#test/support/cloudc-estate.ts";
import { connectWif, provisionIssuer, runToEnd } from "#test/support/cloudc-fixture.ts";
import { type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

let cloud: CloudcServer;
let system: TestSystem;
beforeAll(async () => {
  cloud = await startCloudc(smallEstate(["my-project"], ["us-central1"]));
  system = await startTestSystem({
    settings: { ...cloud.settings, DISCOVERY_INTERVAL_HOURS: "24" },
  });
});
afterAll(async () => {
  await system.close();
  await cloud.close();
});

const refusal = {
  status: 400,
  body: { error: "invalid_target", error_description: "The pool does not exist." },
};
const tick = () => system.api()("POST", "/_local/schedules/discovery-tick/run");
/** Tokens expire when the clock jumps, so each call gets a new client. */
const seen = async (tenant: TestTenant, path: string) => {
  const api = system.api(await system.token({ tenant_id: tenant.id, org_role: "admin" }));
  return (await api("GET", path)).body;
};
const runsOf = async (tenant: TestTenant, id: string) =>
  (await seen(tenant, `/connections/${id}/discovery-runs`)).items.map(
    (run: { trigger: string; status: string }) => [run.trigger, run.status],
  );
const refuseTokens = () => {
  cloud.fault = ({ path }) => (path === "/v1/token" ? refusal : null);
  cloud.exchanges.length = 0;
};
const exchanges = () => cloud.exchanges.filter(({ path }) => path === "/v1/token").length;

describe("a federation that was connected before the customer's side exists", () => {
  test("has no failed runs: it is tried more and more rarely, says why it has not run, and then runs by itself", async () => {
    refuseTokens();
    const tenant = await newTenant(system);
    const id = await connectWif(tenant, cloud);
    await tick();
    expect(await seen(tenant, `/connections/${id}`)).toMatchObject({
      status: "active",
      last_run: null,
      not_run_because: { stage: "sts", code: "oidc_issuer_not_provisioned" },
    });
    expect(exchanges()).toBe(0);

    await provisionIssuer({
      ...system,
      admin: system.api(await system.token({ is_platform_admin: true })),
    });
    let tries = 0;
    for (let minutes = 0; minutes < 60; minutes += 2) {
      await system.advance(121);
      await tick();
      tries = exchanges();
    }
    expect(tries).toBeGreaterThan(2);
    expect(tries).toBeLessThan(6);
    const waiting = await seen(tenant, `/connections/${id}`);
    expect(waiting).toMatchObject({
      status: "active",
      last_run: null,
      not_run_because: {
        stage: "sts",
        http_status: 400,
        code: "invalid_target",
        description: "The pool does not exist.",
        hint: expect.any(String),
      },
    });
    expect(await runsOf(tenant, id)).toEqual([]);

    cloud.fault = null;
    await system.advance(3700);
    await tick();
    expect(await runsOf(tenant, id)).toEqual([["schedule", "completed"]]);
    expect(await seen(tenant, `/connections/${id}`)).not.toHaveProperty("not_run_because");
    const before = exchanges();
    await system.advance(25 * 3600);
    refuseTokens();
    await tick();
    expect(before).toBeGreaterThan(0);
    expect((await runsOf(tenant, id)).length).toBe(2);
  });

  test("runs at once when a person asks for it, and that person sees the refusal in the run", async () => {
    refuseTokens();
    const tenant = await newTenant({
      ...system,
      admin: system.api(await system.token({ is_platform_admin: true })),
    });
    const id = await connectWif(tenant, cloud);
    await tick();
    const run = await runToEnd(tenant, id);
    expect(run).toMatchObject({ status: "failed", error_jsonb: { code: "invalid_target" } });
    expect(await seen(tenant, `/connections/${id}`)).not.toHaveProperty("not_run_because");
    cloud.fault = null;
  });

  test("is probed no longer once a person has run it: a later refusal fails the scheduled run", async () => {
    const tenant = await newTenant({
      ...system,
      admin: system.api(await system.token({ is_platform_admin: true })),
    });
    const id = await connectWif(tenant, cloud);
    expect((await runToEnd(tenant, id)).status).toBe("completed");
    await system.advance(25 * 3600);
    cloud.fault = ({ path }) =>
      path.includes("generateAccessToken") ? { status: 403, body: {} } : null;
    await tick();
    cloud.fault = null;
    expect(await runsOf(tenant, id)).toEqual([
      ["schedule", "failed"],
      ["manual", "completed"],
    ]);
    expect((await seen(tenant, `/connections/${id}`)).status).toBe("needs_reauthorization");
  });

  test("runs with the next tick once a person has authorised it", async () => {
    refuseTokens();
    const tenant = await newTenant({
      ...system,
      admin: system.api(await system.token({ is_platform_admin: true })),
    });
    const id = await connectWif(tenant, cloud);
    await tick();
    cloud.fault = null;
    await tick();
    expect(await runsOf(tenant, id)).toEqual([]);
    expect((await tenant.org("POST", `/connections/${id}/reauthorize`)).status).toBe(200);
    await tick();
    expect(await runsOf(tenant, id)).toEqual([["schedule", "completed"]]);
  });

  test("is not held up by a refusal that arrives after a person has authorised it", async () => {
    const tenant = await newTenant({
      ...system,
      admin: system.api(await system.token({ is_platform_admin: true })),
    });
    const id = await connectWif(tenant, cloud);
    let isFirst = true;
    cloud.fault = async ({ path }) => {
      if (path !== "/v1/token" || !isFirst) return null;
      isFirst = false;
      expect((await tenant.org("POST", `/connections/${id}/reauthorize`)).status).toBe(200);
      return refusal;
    };
    await tick();
    expect(isFirst).toBe(false);
    expect(await seen(tenant, `/connections/${id}`)).not.toHaveProperty("not_run_because");
    cloud.fault = null;
    await tick();
    expect(await runsOf(tenant, id)).toEqual([["schedule", "completed"]]);
  });

  test("delays nobody else, however many there are: a tick probes 16 of them", async () => {
    refuseTokens();
    const tenant = await newTenant({
      ...system,
      admin: system.api(await system.token({ is_platform_admin: true })),
    });
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await connectWif(tenant, cloud));
    await tick();
    expect(exchanges()).toBe(16);
    await system.advance(700);
    await tick();
    for (const id of ids) {
      expect(await seen(tenant, `/connections/${id}`)).toHaveProperty("not_run_because");
    }
    cloud.fault = null;
  });
});

test("a run that fails after its connection was deleted leaves nothing to be done", async () => {
  const tenant = await newTenant({
    ...system,
    admin: system.api(await system.token({ is_platform_admin: true })),
  });
  const id = await connectWif(tenant, cloud);
  cloud.fault = async ({ path }) => {
    if (path !== "/v1/token") return null;
    await tenant.org("DELETE", `/connections/${id}`);
    return refusal;
  };
  const run = await runToEnd(tenant, id);
  cloud.fault = null;
  expect(run).toMatchObject({ status: "failed", error_jsonb: { code: "invalid_target" } });
  const left = (await scanTable(system)).filter(({ pk }) => pk === `CONNECTION#${id}`);
  expect(left.filter(({ sk }) => sk === "TROUBLE" || sk === "META")).toEqual([]);
});
