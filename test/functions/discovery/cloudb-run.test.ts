import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  ACCOUNT,
  allKinds,
  type CloudbServer,
  connectRole,
  fewResources,
  ROLE,
  startCloudb,
} from "#test/support/cloudb-server.ts";
import { allOf, endOf, runToEnd } from "#test/support/cloudc-fixture.ts";
import { provisionedSecret, send } from "#test/support/eventbus-fixture.ts";
import { eventually } from "#test/support/eventually.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { call, createModel } from "#test/support/sample-events.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const arn = (rest: string) => `arn:aws:${rest}`;

let cloud: CloudbServer;
let system: TestSystem;
let acme: TestTenant;
beforeAll(async () => {
  cloud = await startCloudb();
  system = await startTestSystem({ functions: "deployed", settings: cloud.settings });
  acme = await newTenant(system);
});
afterAll(() => Promise.all([system.close(), cloud.close()]));
afterEach(() => {
  cloud.denied.clear();
  cloud.resources = fewResources;
});

const connected = (regions: readonly string[], tenant = acme, account = ACCOUNT) =>
  connectRole(tenant, cloud, regions, account);

/** An event bus of a tenant, beside the account's role. */
async function connectedBus(tenant: typeof acme) {
  const bus = await tenant.org("POST", "/connections", {
    provider: "cloudb",
    subtype: "eventbus",
    display_name: "Bus",
    remote_tenant_id: ACCOUNT,
  });
  await connected(["us-east-1"], tenant);
  return bus;
}

describe("a full discovery of cloud-b by role", () => {
  test("lists SageMaker and Bedrock in every region, signed with the role's credentials", async () => {
    const id = await connected(["eu-west-1", "us-east-1"]);
    const run = await runToEnd(acme, id);
    expect(run).toMatchObject({ status: "completed", artifacts_count: 8 });
    expect(cloud.unsigned).toEqual([]);
    expect(run.coverage).toHaveLength(26);
    expect(run.coverage.every(({ status }: { status: string }) => status === "complete")).toBe(
      true,
    );
    const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    expect(
      artifacts
        .filter(({ location }) => location === "eu-west-1")
        .map(({ kind, provider_ref, name }) => [kind, provider_ref, name])
        .toSorted(),
    ).toEqual([
      ["agent", arn(`bedrock:eu-west-1:${ACCOUNT}:agent/AGENT12345`), "helper"],
      ["custom_model", arn(`bedrock:eu-west-1:${ACCOUNT}:custom-model/tuned`), "tuned"],
      ["model", arn(`sagemaker:eu-west-1:${ACCOUNT}:model/churn`), "churn"],
      ["model", arn(`sagemaker:eu-west-1:${ACCOUNT}:model/score`), "score"],
    ]);
  });

  test("retires what is gone but not what could not be listed, and names the denied listing", async () => {
    const id = await connected(["eu-west-1"]);
    await runToEnd(acme, id);
    cloud.resources = (region) => ({ ...fewResources(region), model: [] });
    cloud.denied.add("custom_model");
    const { coverage } = await runToEnd(acme, id);
    const refusal = { status: "failed", code: "AccessDeniedException" };
    const unread = (items: { status: string }[]) =>
      items.filter(({ status }) => status !== "complete");
    expect(unread(coverage)).toEqual([
      expect.objectContaining({ kind: "custom_model", ...refusal, hint: expect.any(String) }),
    ]);
    const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    const retired = artifacts
      .filter(({ retired_at }) => retired_at !== null)
      .map(({ kind }) => kind);
    expect(retired).toEqual(["model", "model"]);
    const named = async (query: string) =>
      (await allOf(acme.member, `/artifacts?connection_id=${id}&${query}`))
        .map(({ name }) => name)
        .toSorted();
    expect(await named("state=gone")).toEqual(["churn", "score"]);
    const page = `/artifacts?connection_id=${id}&state=gone&limit=1`;
    const { body: first } = await acme.member("GET", page);
    const { body: second } = await acme.member("GET", `${page}&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ name }) => name).toSorted()).toEqual([
      "churn",
      "score",
    ]);
    expect(await named("state=present")).toEqual(["helper", "tuned"]);
    expect(await named("search=CHURN")).toEqual(["churn"]);
    expect(await named("search=agent12345")).toEqual(["helper"]);
    expect(await named("search=%25nothing")).toEqual([]);
    expect(await named("classification=unclassified&kind=model")).toEqual(["churn", "score"]);
    expect(await named("classification=ai_system")).toEqual([]);
    expect(await named("first_seen_from=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await named("first_seen_from=2000-01-01T00:00:00Z")).toHaveLength(4);
    expect((await acme.member("GET", "/artifacts?state=lost")).body.errors[0].path).toBe("state");
    cloud.denied = new Set(["domain"]);
    expect(unread((await runToEnd(acme, id)).coverage)).toEqual([
      expect.objectContaining({ kind: "domain", ...refusal, http_status: 400 }),
    ]);
    await acme.org("DELETE", `/connections/${id}`);
    expect(await named("state=gone")).toEqual(["churn", "helper", "score", "tuned"]);
    expect(await named("state=present")).toEqual([]);
  });

  test("retires what is listed as being deleted", async () => {
    const id = await connected(["eu-west-1"]);
    await runToEnd(acme, id);
    cloud.resources = (region) => {
      const { agent = [], ...others } = fewResources(region);
      return { ...others, agent: agent.map((one) => ({ ...one, agentStatus: "DELETING" })) };
    };
    expect(await runToEnd(acme, id)).toMatchObject({ artifacts_count: 3 });
    const gone = await allOf(acme.member, `/artifacts?connection_id=${id}&state=gone`);
    expect(gone.map(({ name }) => name)).toEqual(["helper"]);
  });

  test("a run in which every listing is refused repeats none of the role's credentials", async () => {
    const id = await connected(["eu-west-1"]);
    cloud.denied = new Set(allKinds);
    const run = await runToEnd(acme, id);
    expect(run.error_jsonb).toMatchObject({
      code: "AccessDeniedException",
      description: "not authorized: [redacted]",
    });
    const told = JSON.stringify([run, await scanTable(system), system.rawLines]);
    expect(told).not.toMatch(/AQoDYXdzEPT|wJalrXUtnFEMI/);
  });

  test("an event-bus connection's account is listed through the role; if there is no role, the run says so", async () => {
    const tenant = await newTenant(system);
    const bus = await tenant.org("POST", "/connections", {
      provider: "cloudb",
      subtype: "eventbus",
      display_name: "Bus",
      remote_tenant_id: ACCOUNT,
    });
    expect((await runToEnd(tenant, bus.body.id)).coverage).toEqual([
      expect.objectContaining({ status: "partial", code: "recorded_from_events" }),
    ]);
    await connected(["eu-west-1"], tenant, "999999999999");
    expect((await runToEnd(tenant, bus.body.id)).coverage).toHaveLength(1);
    await connected(["eu-west-1"], tenant);
    const run = await runToEnd(tenant, bus.body.id);
    expect(run).toMatchObject({ status: "completed", artifacts_count: 4 });
    expect(run.coverage).toHaveLength(13);
    const artifacts = await allOf(tenant.member, `/artifacts?connection_id=${bus.body.id}`);
    expect(artifacts).toHaveLength(4);
    expect((await tenant.member("GET", `/connections/${bus.body.id}`)).body.status).toBe("active");

    // What an event told of after the run was requested is not in what the run listed.
    await system.advance(1);
    const secrets = [await provisionedSecret(system)];
    const event = { ...createModel("late"), account: ACCOUNT };
    await expectStatus(send(system, tenant.id, { event, secrets }), 202);
    const path = `/artifacts?connection_id=${bus.body.id}`;
    const late = await eventually(async () => {
      const found = await allOf(tenant.member, path);
      expect(found).toHaveLength(5);
      return found.find(({ name }) => name === "late");
    });
    const question = { artifact_ids: [late.id, artifacts[0].id] };
    const { blockers } = (await tenant.member("POST", "/clearance/systems", question)).body;
    const reasonOf = new Map(
      blockers.map((one: { artifact_id: string }) => [one.artifact_id, one]),
    );
    expect(reasonOf.get(artifacts[0].id)).toMatchObject({ reason: "questions_open" });
    expect(reasonOf.get(late.id)).toMatchObject({
      reason: "not_scanned",
      detail: expect.stringContaining("did not find it"),
    });
  });

  test("a listed system stays cleared when later events name it, until its own list fails or it is deleted", async () => {
    const tenant = await newTenant(system);
    const bus = await connectedBus(tenant);
    const secrets = [await provisionedSecret(system)];
    const listed = () => allOf(tenant.member, `/artifacts?connection_id=${bus.body.id}`);
    const known = async (kind: string) => (await listed()).find((one) => one.kind === kind);
    const tell = async (eventName: string, kind: string, word: string) => {
      const before = await known(kind);
      const eventTime = await system.advance(1);
      const asked = { [`${word}Name`]: "scorer" };
      const event = {
        ...call("sagemaker", eventName, asked, null, { eventTime }),
        account: ACCOUNT,
      };
      await expectStatus(send(system, tenant.id, { event, secrets }), 202);
      return eventually(async () => {
        const now = await known(kind);
        expect(now?.last_seen_at).not.toBe(before?.last_seen_at);
        return now;
      });
    };
    const run = async () => {
      await system.advance(1);
      expect(await runToEnd(tenant, bus.body.id)).toMatchObject({ status: "completed" });
    };
    const decide = (id: string) =>
      expectStatus(
        tenant.org("PUT", `/artifacts/${id}/classification`, {
          class: "not_ai",
          reason: "It only sorts.",
        }),
        200,
      );
    const asked = async (id: string) => {
      const question = { artifact_ids: [id] };
      const { body } = await expectStatus(
        tenant.member("POST", "/clearance/systems", question),
        200,
      );
      return body.cleared ? "cleared" : body.blockers[0].detail;
    };

    const ref = arn(`sagemaker:us-east-1:${ACCOUNT}:endpoint/scorer`);
    cloud.resources = () => ({ endpoint: [{ EndpointName: "scorer", EndpointArn: ref }] });
    cloud.denied.add("guardrail");
    await tell("CreateInferenceComponent", "inference_component", "inferenceComponent");
    await run();
    const { id } = await known("endpoint");
    await decide(id);
    expect(await asked(id)).toBe("cleared");
    await tell("UpdateEndpoint", "endpoint", "endpoint");
    expect(await asked(id)).toBe("cleared");

    // No run lists this kind: events before and after one do not show that it found the system.
    const told = await tell(
      "UpdateInferenceComponent",
      "inference_component",
      "inferenceComponent",
    );
    await decide(told.id);
    expect(await asked(told.id)).toContain("did not find it");

    cloud.denied = new Set(["endpoint"]);
    await run();
    await tell("UpdateEndpoint", "endpoint", "endpoint");
    expect(await asked(id)).toContain("could not read the whole of it (AccessDeniedException)");

    cloud.denied.clear();
    await run();
    expect(await asked(id)).toBe("cleared");
    await tell("DeleteEndpoint", "endpoint", "endpoint");
    cloud.resources = () => ({});
    await run();
    await tell("CreateEndpoint", "endpoint", "endpoint");
    await decide(id);
    expect(await asked(id)).toContain("did not find it");
  });

  test("a deletion from before a full run listed the resource retires nothing", async () => {
    const tenant = await newTenant(system);
    const bus = await connectedBus(tenant);
    const ref = arn(`sagemaker:us-east-1:${ACCOUNT}:endpoint/scorer`);
    cloud.resources = () => ({ endpoint: [{ EndpointName: "scorer", EndpointArn: ref }] });
    const run = await runToEnd(tenant, bus.body.id);
    const secrets = [await provisionedSecret(system)];
    const deletion = (eventTime: string) =>
      call("sagemaker", "DeleteEndpoint", { endpointName: "scorer" }, null, { eventTime });
    const retiredAt = async (secondsAfter: number) => {
      await system.advance(2);
      const at = new Date(Date.parse(run.created_at) + secondsAfter * 1000).toISOString();
      const event = { ...deletion(at), account: ACCOUNT };
      const { body } = await expectStatus(send(system, tenant.id, { event, secrets }), 202);
      await endOf(tenant, body.job_id);
      const [endpoint] = await allOf(tenant.member, `/artifacts?connection_id=${bus.body.id}`);
      return endpoint.retired_at;
    };
    expect(await retiredAt(-3600)).toBeNull();
    expect(await retiredAt(1)).not.toBeNull();
  });

  test("a role that no longer trusts the platform sets the connection to needs_reauthorization", async () => {
    const id = await connected(["eu-west-1"]);
    cloud.sts.trusted.delete(ROLE);
    expect(await runToEnd(acme, id)).toMatchObject({
      status: "failed",
      error_jsonb: { stage: "role", code: "AccessDenied" },
    });
    expect((await acme.member("GET", `/connections/${id}`)).body.status).toBe(
      "needs_reauthorization",
    );
  });
});
