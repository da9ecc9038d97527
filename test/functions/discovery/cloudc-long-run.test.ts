import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Estate, largeEstate, namesIn, smallEstate } from "#test/support/cloudc-estate.ts";
import {
  allOf,
  connectWif,
  endOf,
  postRun,
  provisionIssuer,
  runToEnd,
} from "#test/support/cloudc-fixture.ts";
import { apiError, type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { note, sized } from "#test/support/full-size.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of closing.splice(0).reverse()) await step();
});

async function cloudOf(estate: Estate): Promise<CloudcServer> {
  const cloud = await startCloudc(estate);
  closing.push(() => cloud.close());
  return cloud;
}

async function systemOf(cloud: CloudcServer, more = {}, stateDir = "memory") {
  const system = await startTestSystem({ settings: { ...cloud.settings, ...more }, stateDir });
  closing.push(() => system.close());
  return system;
}

const tick = (system: TestSystem) => system.api()("POST", "/_local/schedules/discovery-tick/run");

const tableOf = (system: TestSystem) => {
  const client = new DynamoDBClient({
    endpoint: system.endpoints.dynamodb as string,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  return {
    TableName: system.endpoints.table_name as string,
    db: DynamoDBDocumentClient.from(client),
  };
};

const storedRun = async (system: TestSystem, runId: string) => {
  const { TableName, db } = tableOf(system);
  const { Item } = await db.send(
    new GetCommand({ TableName, Key: { pk: `RUN#${runId}`, sk: "META" } }),
  );
  return Item?.run;
};

async function wholeTable(system: TestSystem): Promise<string> {
  const { TableName, db } = tableOf(system);
  let text = "";
  let start: Record<string, unknown> | undefined;
  do {
    const page = await db.send(new ScanCommand({ TableName, ExclusiveStartKey: start }));
    text += JSON.stringify(page.Items);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return text;
}

const same = (tenant: TestTenant, system: TestSystem): Promise<TestTenant> =>
  Promise.all([
    system.token({ tenant_id: tenant.id, org_role: "admin" }),
    system.token({ tenant_id: tenant.id, org_role: "member" }),
  ]).then(([org, member]) => ({
    id: tenant.id,
    org: system.api(org),
    member: system.api(member),
  }));

const PROJECTS = sized(50, 10);
const SIZE = { locations: sized(12, 2), each: sized(2, 1), big: sized(2, 10) };
const ESTATE = largeEstate(PROJECTS, SIZE);
const TOTAL = namesIn(ESTATE).length;
/** One page of each of ten kinds in each location, one of instances, and some more of models. */
const REQUESTS = PROJECTS * (10 * SIZE.locations + 2);
/**
 * The requests since a project's last note are repeated; with few projects, these are the larger part.
 */
const MAX_REPEATED = REQUESTS * sized(0.75, 0.9);

describe("a run that takes longer than a worker may live", () => {
  test(`${TOTAL} resources, the worker killed in the middle and its run taken up after the lease: each is recorded once, and no project starts from the beginning again`, async () => {
    const stateDir = mkdtempSync(join(tmpdir(), "cloudc-"));
    closing.push(() => rmSync(stateDir, { recursive: true, force: true }));
    const cloud = await cloudOf(ESTATE);
    // Only the system whose worker is killed needs threads, which take long to load a function.
    const settings = { ...cloud.settings, WORKER_INVOKE_ENABLED: "false" };
    const asking = await startTestSystem({ settings, stateDir });
    await provisionIssuer(asking);
    const acme = await newTenant(asking, "Acme");
    const connectionId = await connectWif(acme, cloud);
    const runId = await postRun(acme, connectionId);
    await asking.close();
    const first = await startTestSystem({ settings, stateDir, functions: "threads" });
    const killed = tick(first).catch(() => null);
    await cloud.reached(Math.floor(REQUESTS * 0.57));
    await first.close();
    await killed;
    const before = cloud.requests;

    const second = await systemOf(cloud, {}, stateDir);
    const client = await same(acme, second);
    const waiting = (await client.member("GET", `/discovery-runs/${runId}`)).body;
    expect(waiting).toMatchObject({ status: "running", finished_at: null });
    await tick(second);
    expect(cloud.requests).toBe(before);
    await second.advance(901);
    await tick(second);
    const run = await endOf(client, runId);
    expect(run).toMatchObject({ status: "completed", artifacts_count: TOTAL });
    expect(run.error_jsonb).toEqual({
      stage: "classification",
      code: "no_extractor",
      hint: expect.stringMatching(/extractor/),
    });
    const repeated = cloud.requests - before;
    note(
      `cloud-c: ${TOTAL} resources, worker killed after ${before} requests: those of the next one`,
      `${repeated}`,
      `${MAX_REPEATED}`,
      repeated / MAX_REPEATED,
    );
    expect(repeated).toBeLessThan(MAX_REPEATED);
    const artifacts = await allOf(client.member, `/artifacts?connection_id=${connectionId}`);
    expect(artifacts).toHaveLength(TOTAL);
    expect(new Set(artifacts.map(({ provider_ref }) => provider_ref))).toEqual(
      new Set(namesIn(cloud.estate)),
    );
    expect(artifacts.every(({ retired_at }) => retired_at === null)).toBe(true);
    expect(cloud.peakInFlight).toBeLessThanOrEqual(16);
    const { body } = await second.admin(
      "GET",
      `/admin/audit?resource_type=discovery_run&resource_id=${runId}`,
    );
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      "discovery.run.started",
      "discovery.run.completed",
    ]);
  }, 300_000);

  test("continues in the next invocation as often as it takes", async () => {
    const projects = Array.from({ length: 2 }, (_, i) => `sliced-project-${i}`);
    const cloud = await cloudOf(smallEstate(projects, ["region-1", "region-2"]));
    cloud.latencyMs = 80;
    const system = await systemOf(cloud, { DISCOVERY_SLICE_SECONDS: "0.25" });
    await provisionIssuer(system);
    const acme = await newTenant(system);
    const id = await connectWif(acme, cloud);
    const run = await runToEnd(acme, id);
    expect(run).toMatchObject({
      status: "completed",
      artifacts_count: namesIn(cloud.estate).length,
    });
    const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    expect(artifacts.map(({ provider_ref }) => provider_ref).toSorted()).toEqual(
      namesIn(cloud.estate).toSorted(),
    );
    const stored = await storedRun(system, run.id);
    expect(stored.continued).toBeGreaterThan(1);
    expect(stored.attempts).toBe(stored.continued + 1);
    expect(cloud.exchanges.length).toBeLessThan(2 * stored.attempts);
  });

  test("without announcements each tick continues it, never two at once", async () => {
    const cloud = await cloudOf(
      smallEstate(["ticked-project", "other-project"], ["region-1", "region-2"]),
    );
    cloud.latencyMs = 40;
    const system = await systemOf(cloud, {
      DISCOVERY_SLICE_SECONDS: "0.3",
      WORKER_INVOKE_ENABLED: "false",
    });
    await provisionIssuer(system);
    const acme = await newTenant(system);
    const id = await connectWif(acme, cloud);
    const runId = await postRun(acme, id);
    let ticks = 0;
    let status = "queued";
    while (!["completed", "failed"].includes(status)) {
      await Promise.all([tick(system), tick(system)]);
      ticks += 1;
      status = (await acme.member("GET", `/discovery-runs/${runId}`)).body.status;
      expect(ticks).toBeLessThan(100);
    }
    expect(status).toBe("completed");
    expect(ticks).toBeGreaterThan(1);
    expect(await allOf(acme.member, `/artifacts?connection_id=${id}`)).toHaveLength(
      namesIn(cloud.estate).length,
    );
  });
});

describe("what a run asks of the customer's cloud", () => {
  let cloud: CloudcServer;
  let system: TestSystem;
  let acme: TestTenant;
  beforeAll(async () => {
    cloud = await startCloudc(smallEstate(["cached-project"], ["region-1"]));
    const settings = { ...cloud.settings, WORKER_INVOKE_ENABLED: "false" };
    system = await startTestSystem({ settings });
    await provisionIssuer(system);
    acme = await newTenant(system);
  });
  afterAll(async () => {
    await system.close();
    await cloud.close();
  });

  test("nothing, if its connection was deleted before its turn: it fails with that reason", async () => {
    const id = await connectWif(acme, cloud);
    const runId = await postRun(acme, id);
    expect((await acme.org("DELETE", `/connections/${id}`)).status).toBe(204);
    await tick(system);
    expect(await endOf(acme, runId)).toMatchObject({
      status: "failed",
      error_jsonb: { code: "connection_deleted" },
    });
    expect(cloud.requests).toBe(0);
  });

  test("an access token is exchanged once per connection, until shortly before it expires", async () => {
    const [one, other] = [await connectWif(acme, cloud), await connectWif(acme, cloud)];
    const exchangesOf = async (connectionId: string) => {
      const before = cloud.exchanges.length;
      const runId = await postRun(acme, connectionId);
      await tick(system);
      expect((await endOf(acme, runId)).status).toBe("completed");
      return cloud.exchanges.length - before;
    };
    expect(await exchangesOf(one)).toBe(2);
    expect(await exchangesOf(one)).toBe(0);
    expect(await exchangesOf(other)).toBe(2);
    await system.advance(3000);
    expect(await exchangesOf(one)).toBe(0);
    await system.advance(500);
    expect(await exchangesOf(one)).toBe(2);
  });
});

describe("tokens of the customer's cloud", () => {
  test("appear in no response, log line or table item, whatever the upstream echoes", async () => {
    const cloud = await cloudOf(smallEstate(["secret-project"], ["region-1"]));
    const system = await systemOf(cloud, {
      CLOUDC_OAUTH_CLIENT_ID: "client-id",
      CLOUDC_OAUTH_CLIENT_SECRET: "client-secret-of-the-platform",
    });
    await provisionIssuer(system);
    const acme = await newTenant(system);
    const id = await connectWif(acme, cloud);
    const legacy = await acme.org("POST", "/connections", {
      provider: "cloudc",
      subtype: "oauth_refresh",
      display_name: "Legacy",
      refresh_token: "1//refresh-token-of-the-customer",
    });
    const answers: string[] = [];
    const run = async (connectionId: string) => {
      const ended = await runToEnd(acme, connectionId);
      answers.push(JSON.stringify(ended));
      return ended;
    };
    expect((await run(legacy.body.id)).artifacts_count).toBe(namesIn(cloud.estate).length);
    expect((await run(id)).status).toBe("completed");
    for (const at of ["/v1/token", ":generateAccessToken", "/endpoints"]) {
      cloud.fault = ({ path, body, headers }) =>
        path.endsWith(at)
          ? apiError(400, "FAILED", undefined, `You sent ${headers.authorization} ${body}`)
          : null;
      // Past the token cache's lifetime, so that each token is exchanged again.
      await system.advance(3600);
      expect((await run(id)).id).toBeDefined();
    }
    answers.push(JSON.stringify(await allOf(acme.member, "/artifacts")));
    const everything = [await wholeTable(system), system.rawLines.join("\n"), ...answers].join(
      "\n",
    );
    const jwts = cloud.exchanges.flatMap(
      ({ body }) => new URLSearchParams(body).get("subject_token") ?? [],
    );
    const secrets = [
      ...cloud.issued,
      ...jwts,
      "1//refresh-token-of-the-customer",
      "client-secret-of-the-platform",
    ];
    expect(cloud.issued.length).toBeGreaterThan(5);
    expect(jwts.length).toBeGreaterThan(2);
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
    expect(everything).not.toMatch(/ya29\./);
  });
});
