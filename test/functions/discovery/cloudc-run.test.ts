import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { namesIn, smallEstate } from "#test/support/cloudc-estate.ts";
import {
  allOf,
  connectWif,
  endOf,
  postRun,
  provisionIssuer,
  runToEnd,
  wifAudience,
} from "#test/support/cloudc-fixture.ts";
import { apiError, type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { eventually } from "#test/support/eventually.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { behaviours, startUpstream, type Upstream } from "#test/support/upstream.ts";

const estate = smallEstate(["first-project", "second-project"], ["us-central1", "europe-west4"]);
/** A smaller estate, for tests in which the amount does not matter. */
const few = smallEstate(["first-project"], ["us-central1"]);

let cloud: CloudcServer;
let upstream: Upstream;
let isHealthy = false;
let system: TestSystem;
let acme: TestTenant;
let globex: TestTenant;
beforeAll(async () => {
  cloud = await startCloudc(estate);
  upstream = await startUpstream({
    recovering: (request, response) =>
      (isHealthy ? behaviours.good : behaviours.server_error)(request, response),
  });
  system = await startTestSystem({
    functions: "deployed",
    settings: {
      ...cloud.settings,
      // Nothing listens there: an unreachable extractor.
      HOSTED_LLM_BASE_URL: "http://127.0.0.1:9",
      EXTRACTOR_ALLOWED_HOSTS: upstream.host,
    },
  });
  acme = await newTenant(system, "Acme");
  globex = await newTenant(system, "Globex");
});
afterAll(async () => {
  await system.close();
  await Promise.all([cloud.close(), upstream.close()]);
});
afterEach(() => {
  cloud.fault = null;
  cloud.estate = estate;
});

const auditOf = async (runId: string) =>
  (
    await system.admin("GET", `/admin/audit?resource_type=discovery_run&resource_id=${runId}`)
  ).body.items.map(({ action, context }: { action: string; context: unknown }) => ({
    action,
    context,
  }));

/** A run over everything, which the tests of several guarantees share. */
let whole: Promise<{ id: string; run: Awaited<ReturnType<typeof runToEnd>> }> | undefined;
const wholeRun = () => {
  whole ??= connectWif(acme, cloud).then(async (id) => ({ id, run: await runToEnd(acme, id) }));
  return whole;
};

describe("a discovery of cloud-c by federation", () => {
  test("without an issuer key the run fails and says so; nothing is sent", async () => {
    const id = await connectWif(acme, cloud);
    const run = await runToEnd(acme, id);
    expect(run).toMatchObject({
      status: "failed",
      artifacts_count: 0,
      error_jsonb: { stage: "sts", http_status: null, code: "oidc_issuer_not_provisioned" },
    });
    expect(cloud.requests).toBe(0);
    expect((await provisionIssuer(system)).status).toBe(200);
  });

  test("finds everything once, records who, when and where, and writes both audit rows", async () => {
    const { id, run } = await wholeRun();
    expect(run).toMatchObject({
      status: "completed",
      artifacts_count: namesIn(estate).length,
      error_jsonb: { stage: "classification", code: "no_extractor" },
    });
    const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    expect(artifacts.map(({ provider_ref }) => provider_ref).toSorted()).toEqual(
      namesIn(estate).toSorted(),
    );
    expect(
      artifacts.find(({ provider_ref }) => provider_ref.includes("first-project/locations/us")),
    ).toMatchObject({
      connection_id: id,
      location: "us-central1",
      first_seen_at: run.created_at,
      last_seen_at: run.created_at,
      retired_at: null,
    });
    const context = { connection_id: id, run_id: run.id };
    expect(await auditOf(run.id)).toEqual([
      { action: "discovery.run.started", context: { ...context, status: "running" } },
      { action: "discovery.run.completed", context: { ...context, status: "completed" } },
    ]);
  });

  test("artifacts can be filtered by kind, and coverage names every project, location and kind", async () => {
    const {
      id,
      run: { coverage },
    } = await wholeRun();
    expect(coverage).toHaveLength(2 * (2 * 10 + 1));
    const statuses = coverage.map(({ status }: { status: string }) => status);
    expect(new Set(statuses)).toEqual(new Set(["complete"]));
    expect(coverage).toContainEqual({
      project: "first-project",
      location: "us-central1",
      kind: "reasoning_engine",
      status: "complete",
    });
    const notebooks = await allOf(
      acme.member,
      `/artifacts?connection_id=${id}&kind=notebook_instance`,
    );
    expect(notebooks).toHaveLength(2);
  });

  test("the subject token verifies against the published keys: issuer, audience, subject", async () => {
    await wholeRun();
    const sent = cloud.exchanges.find(({ path }) => path === "/v1/token");
    const token = new URLSearchParams(sent?.body).get("subject_token") ?? "";
    const keys = createRemoteJWKSet(new URL(`${system.baseUrl}/oidc/jwks`));
    const { payload } = await jwtVerify(token, keys, {
      issuer: `${system.baseUrl}/oidc`,
      audience: wifAudience,
      subject: `discovery-${acme.id}`,
      currentDate: new Date(),
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(600);
  });

  test.each([
    [
      "STS",
      (path: string) => path === "/v1/token",
      {
        status: 400,
        body: {
          error: "invalid_grant",
          error_description: "The given credential is rejected by the attribute condition.",
        },
      },
      {
        stage: "sts",
        http_status: 400,
        code: "invalid_grant",
        description: "The given credential is rejected by the attribute condition.",
      },
    ],
    [
      "impersonation",
      (path: string) => path.endsWith(":generateAccessToken"),
      apiError(
        403,
        "PERMISSION_DENIED",
        "IAM_PERMISSION_DENIED",
        "Permission 'iam.serviceAccounts.getAccessToken' denied on resource.",
      ),
      {
        stage: "impersonation",
        http_status: 403,
        code: "IAM_PERMISSION_DENIED",
        description: "Permission 'iam.serviceAccounts.getAccessToken' denied on resource.",
      },
    ],
  ])("a refusal by %s fails the run with the upstream's message", async (_, at, answer, error) => {
    cloud.estate = few;
    const id = await connectWif(acme, cloud);
    cloud.fault = ({ path }) => (at(path) ? answer : null);
    const run = await runToEnd(acme, id);
    expect(run).toMatchObject({ status: "failed", error_jsonb: error });
    expect((await auditOf(run.id)).at(-1)).toMatchObject({
      action: "discovery.run.completed",
      context: { status: "failed" },
    });
  });

  test("a permission missing everywhere fails the run; if it is missing in one project, coverage is partial", async () => {
    const denied = apiError(403, "PERMISSION_DENIED", "IAM_PERMISSION_DENIED", "Not for you.");
    cloud.estate = smallEstate(estate.projects, few.locations);
    const id = await connectWif(acme, cloud);
    cloud.fault = ({ method, path }) =>
      method === "GET" && path.includes("/projects/first-project") ? denied : null;
    const partial = await runToEnd(acme, id);
    expect(partial.status).toBe("completed");
    expect(partial.artifacts_count).toBe(namesIn(few).length);
    expect(partial.coverage).toContainEqual({
      project: "first-project",
      location: "-",
      kind: "notebook_instance",
      status: "failed",
      http_status: 403,
      code: "IAM_PERMISSION_DENIED",
      hint: expect.any(String),
    });
    cloud.fault = ({ method }) => (method === "GET" ? denied : null);
    expect(await runToEnd(acme, id)).toMatchObject({
      status: "failed",
      error_jsonb: { stage: "enumerate", http_status: 403, description: "Not for you." },
    });
  });

  test("what a complete listing no longer contains is retired; what could not be listed is not; what returns is active again", async () => {
    cloud.estate = few;
    const id = await connectWif(acme, cloud);
    const artifactsNow = async () => {
      const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
      return new Map(artifacts.map((one) => [one.provider_ref, one]));
    };
    const first = await runToEnd(acme, id);
    const gone = ["models", "datasets"];
    cloud.estate = { ...few, count: (_, __, c) => (gone.includes(c) ? 0 : 1) };
    cloud.fault = ({ path }) => (path.endsWith("/datasets") ? apiError(403, "X", "Y") : null);
    const second = await runToEnd(acme, id);
    const after = [...(await artifactsNow()).values()];
    const of = (collection: string) =>
      after.filter(({ provider_ref }) => provider_ref.includes(`/${collection}/`));
    expect(of("models").every(({ retired_at }) => retired_at !== null)).toBe(true);
    expect(of("datasets").every(({ retired_at }) => retired_at === null)).toBe(true);
    expect(of("datasets").every(({ last_seen_at }) => last_seen_at === first.created_at)).toBe(
      true,
    );
    expect(of("endpoints").every(({ last_seen_at }) => last_seen_at === second.created_at)).toBe(
      true,
    );
    expect(second.artifacts_count).toBe(namesIn(few).length - 2);
    cloud.estate = few;
    cloud.fault = null;
    await runToEnd(acme, id);
    const back = [...(await artifactsNow()).values()];
    expect(back).toHaveLength(namesIn(few).length);
    expect(back.every(({ retired_at }) => retired_at === null)).toBe(true);
    expect(back.every(({ first_seen_at }) => first_seen_at === first.created_at)).toBe(true);
  });

  test("what was found in a project that the connection no longer names is retired by the next run", async () => {
    cloud.estate = smallEstate(estate.projects, few.locations);
    const id = await connectWif(acme, cloud);
    await runToEnd(acme, id);
    const edit = { project_ids: ["first-project"] };
    expect((await acme.org("PATCH", `/connections/${id}`, edit)).status).toBe(200);
    const run = await runToEnd(acme, id);
    expect(run).toMatchObject({ status: "completed", artifacts_count: namesIn(few).length });
    const found = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    const present = found.filter(({ retired_at }) => retired_at === null);
    expect(found.length).toBe(2 * namesIn(few).length);
    expect(new Set(present.map(({ details }) => details.project))).toEqual(
      new Set(["first-project"]),
    );
    expect(present).toHaveLength(namesIn(few).length);
  });

  test("while the next run is listing, a system counts as read only if its own list was read in its own project", async () => {
    const tenant = await newTenant(system);
    cloud.estate = smallEstate(estate.projects, few.locations);
    const id = await connectWif(tenant, cloud);
    const systems = async () => {
      const all = await allOf(tenant.member, `/artifacts?connection_id=${id}`);
      const inFirst = (kind: string) =>
        all.find((one) => one.kind === kind && one.details.project === "first-project");
      return { endpoint: inFirst("endpoint"), notebook: inFirst("notebook_instance") };
    };
    await runToEnd(tenant, id);
    const denied = apiError(403, "PERMISSION_DENIED");
    cloud.fault = ({ path }) =>
      /second-project.*\/endpoints$|first-project.*\/instances$/.test(path) ? denied : null;
    await system.advance(1);
    const newest = await runToEnd(tenant, id);
    expect(newest.status).toBe("completed");

    const held = Promise.withResolvers<null>();
    cloud.fault = ({ path }) => (path.includes("/second-project/") ? held.promise : null);
    await system.advance(1);
    const underWay = await postRun(tenant, id);
    const { endpoint, notebook } = await eventually(async () => {
      const seen = await systems();
      for (const one of Object.values(seen)) {
        expect(one.last_seen_at > newest.created_at).toBe(true);
      }
      return seen;
    });
    const artifact_ids = [endpoint.id, notebook.id];
    const { body } = await tenant.member("POST", "/clearance/systems", { artifact_ids });
    const reasonOf = (one: { id: string }) =>
      body.blockers.find(({ artifact_id }: { artifact_id: string }) => artifact_id === one.id);
    expect(reasonOf(endpoint)).toMatchObject({ reason: "questions_open" });
    expect(reasonOf(notebook)).toMatchObject({
      reason: "not_scanned",
      detail: expect.stringContaining("could not read the whole of it"),
    });
    held.resolve(null);
    expect((await endOf(tenant, underWay)).status).toBe("completed");
  });

  test("if a connection is deleted while its run is listing, what the run still records stays retired", async () => {
    cloud.estate = few;
    const id = await connectWif(acme, cloud);
    let isDeleted: Promise<unknown> | null = null;
    cloud.fault = async ({ path }) => {
      if (path.endsWith("/endpoints")) isDeleted ??= acme.org("DELETE", `/connections/${id}`);
      await isDeleted;
      return null;
    };
    const run = await runToEnd(acme, id);
    expect(run).toMatchObject({ status: "completed", finished_at: expect.any(String) });
    const found = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    expect(found).not.toEqual([]);
    expect(found.filter(({ retired_at }) => retired_at === null)).toEqual([]);
    expect((await acme.member("GET", `/connections/${id}`)).status).toBe(404);
  });

  test("another tenant gets a 404 on every path and sees nothing in its lists", async () => {
    const { id, run } = await wholeRun();
    expect((await globex.member("POST", `/connections/${id}/discovery-runs`)).status).toBe(404);
    expect((await globex.member("GET", `/connections/${id}/discovery-runs`)).status).toBe(404);
    expect((await globex.member("GET", `/discovery-runs/${run.id}`)).status).toBe(404);
    expect((await globex.member("GET", `/artifacts?connection_id=${id}`)).status).toBe(404);
    expect((await globex.member("GET", "/artifacts")).body.items).toEqual([]);
    expect((await globex.member("GET", "/artifacts?kind=model")).body.items).toEqual([]);
  });
});

describe("the classification of the artifacts found", () => {
  beforeEach(() => {
    cloud.estate = few;
  });

  const extractorCalls = () =>
    system.lines
      .filter(({ event }) => event === "classification")
      .reduce((sum, line) => sum + Number(line.artifacts), 0);
  const book = (status: string) =>
    system.admin("PUT", "/admin/frameworks/eu_ai_act", { display_name: "EU AI Act", status });

  test("is listed with each artifact, along with its open questions", async () => {
    await book("current");
    await system.admin("POST", `/admin/tenants/${acme.id}/extractor/swap-to-preset`, {
      preset: "mock",
    });
    const id = await connectWif(acme, cloud);
    expect(await runToEnd(acme, id)).toMatchObject({ status: "completed", error_jsonb: null });
    const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    expect(artifacts).toHaveLength(namesIn(few).length);
    expect(artifacts.every(({ classification }) => classification?.provider === "mock")).toBe(true);
    const found = artifacts.find(({ kind }) => kind === "endpoint").classification;
    expect(found).toMatchObject({ class: "unknown", state: "proposed", provider: "mock" });
    expect(found.open_questions.map(({ fact }: { fact: string }) => fact)).toContain("practices");
  });

  test("is requested only for what is new or changed; other gates need no model", async () => {
    const id = await connectWif(acme, cloud);
    await runToEnd(acme, id);
    const first = extractorCalls();
    await runToEnd(acme, id);
    await book("superseded");
    await runToEnd(acme, id);
    const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    const open = artifacts.flatMap(({ classification }) => classification.open_questions);
    expect(open).toEqual([]);
    await book("current");
    expect(extractorCalls()).toBe(first);
  });

  test("leaves the run completed if no provider returns one, with the attempts, and nothing is lost", async () => {
    const id = await connectWif(globex, cloud);
    await globex.org("PATCH", "/tenant/settings/extractor", {
      chain: [{ provider: "hosted_llm", auth: "key", model: "m" }],
    });
    const run = await runToEnd(globex, id);
    expect(run).toMatchObject({
      status: "completed",
      artifacts_count: namesIn(few).length,
      error_jsonb: { stage: "classification", attempts: [{ provider: "hosted_llm" }] },
    });
    const artifacts = await allOf(globex.member, `/artifacts?connection_id=${id}`);
    expect(artifacts.every(({ classification }) => classification === null)).toBe(true);
  });

  test("covers everything once the only provider is back after its cooldown", async () => {
    const initech = await newTenant(system, "Initech");
    const id = await connectWif(initech, cloud);
    await initech.org("PATCH", "/tenant/settings/extractor", {
      chain: [{ provider: "byo", endpoint: `${upstream.url}/recovering`, auth: "key", model: "m" }],
    });
    for (const _ of ["opens", "its", "cooldown", "surely"]) await runToEnd(initech, id);
    isHealthy = true;
    await system.advance(3600);
    expect(await runToEnd(initech, id)).toMatchObject({ status: "completed", error_jsonb: null });
    const artifacts = await allOf(initech.member, `/artifacts?connection_id=${id}`);
    expect(artifacts).toHaveLength(namesIn(few).length);
    expect(artifacts.every(({ classification }) => classification?.provider === "byo")).toBe(true);
  });
});

describe("the legacy path by refresh token", () => {
  test("without CLOUDC_OAUTH_CLIENT_SECRET the run fails and says what is missing", async () => {
    const { body } = await acme.org("POST", "/connections", {
      provider: "cloudc",
      subtype: "oauth_refresh",
      display_name: "Legacy",
      refresh_token: "1//legacy-refresh-token",
    });
    expect((await runToEnd(acme, body.id)).error_jsonb).toMatchObject({
      stage: "refresh",
      code: "cloudc_oauth_client_secret_not_configured",
    });
  });

  test("what was found in a project that is not among those it sees any more stays; the coverage names the project, or says that there are more than a run reads; without a list of projects the run fails", async () => {
    await secretStoreOf(system).create("settings/CLOUDC_OAUTH_CLIENT_SECRET", "client-secret");
    await system.advance(31);
    cloud.estate = smallEstate(estate.projects, few.locations);
    const { body } = await acme.org("POST", "/connections", {
      provider: "cloudc",
      subtype: "oauth_refresh",
      display_name: "Shrinking",
      refresh_token: "1//a-third-refresh-token",
    });
    expect((await runToEnd(acme, body.id)).status).toBe("completed");
    cloud.estate = few;
    const run = await runToEnd(acme, body.id);
    expect(run.coverage.filter(({ status }: { status: string }) => status !== "complete")).toEqual([
      {
        project: "second-project",
        location: "*",
        kind: "*",
        status: "partial",
        code: "project_not_listed",
        hint: expect.stringContaining("project_ids"),
      },
    ]);
    const found = await allOf(acme.member, `/artifacts?connection_id=${body.id}`);
    expect(found.filter(({ retired_at }) => retired_at !== null)).toEqual([]);
    // Now it sees more than a run reads, and these may be among the others.
    const many = Array.from({ length: 501 }, (_, i) => `project-${i}`);
    cloud.estate = smallEstate(many, [], 0);
    // All but the first are being deleted, which spares the test a thousand requests.
    cloud.fault = ({ path }) =>
      /^\/v3\/projects\/project-[1-9]/.test(path)
        ? { status: 200, body: { state: "DELETE_REQUESTED" } }
        : null;
    const { status, coverage } = await runToEnd(acme, body.id);
    expect(status).toBe("completed");
    expect(coverage.filter(({ status }: { status: string }) => status === "partial")).toEqual([
      {
        project: "*",
        location: "*",
        kind: "*",
        status: "partial",
        code: "too_many_projects",
        hint: expect.stringContaining("500"),
      },
    ]);
    cloud.fault = ({ path }) =>
      path === "/v3/projects:search" ? apiError(404, "NOT_FOUND") : null;
    expect(await runToEnd(acme, body.id)).toMatchObject({
      status: "failed",
      error_jsonb: { stage: "enumerate", http_status: 404, code: "NOT_FOUND" },
    });
  });
});
