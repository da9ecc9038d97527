import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { allOf, runToEnd } from "#test/support/cloudc-fixture.ts";
import { type StsServer, startSts } from "#test/support/sts-server.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const ACCOUNT = "123456789012";
const ROLE = `arn:aws:iam::${ACCOUNT}:role/countersign-discovery`;
const arn = (rest: string) => `arn:aws:${rest}`;

/** Calls by region and operation or path → what the page after `token` holds. */
type Lists = Record<string, (region: string, token: string | null) => object>;
const lists: Lists = {
  "SageMaker.ListModels": (region, token) =>
    token === null
      ? {
          Models: [
            { ModelName: "churn", ModelArn: arn(`sagemaker:${region}:${ACCOUNT}:model/churn`) },
          ],
          NextToken: "t2",
        }
      : {
          Models: [
            { ModelName: "score", ModelArn: arn(`sagemaker:${region}:${ACCOUNT}:model/score`) },
          ],
        },
  "/custom-models": (region) => ({
    modelSummaries: [
      {
        modelName: "tuned",
        modelArn: arn(`bedrock:${region}:${ACCOUNT}:custom-model/tuned`),
        baseModelName: "titan",
      },
    ],
  }),
  "/agents/": () => ({
    agentSummaries: [{ agentId: "AGENT12345", agentName: "helper", agentStatus: "PREPARED" }],
  }),
};
const empty: Record<string, object> = {
  "SageMaker.ListEndpoints": { Endpoints: [] },
  "SageMaker.ListNotebookInstances": { NotebookInstances: [] },
  "SageMaker.ListDomains": { Domains: [] },
  "SageMaker.ListPipelines": { PipelineSummaries: [] },
  "SageMaker.ListTrainingJobs": { TrainingJobSummaries: [] },
  "/imported-models": { modelSummaries: [] },
  "/provisioned-model-throughputs": { provisionedModelSummaries: [] },
  "/guardrails": { guardrails: [] },
  "/knowledgebases/": { knowledgeBaseSummaries: [] },
  "/flows/": { flowSummaries: [] },
};

let sts: StsServer;
let system: TestSystem;
let acme: TestTenant;
let hidden: string | null = null;
let denied: string | null = null;
let isClosed = false;
const unsigned: string[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const url = new URL(request.url ?? "/", "http://stand-in");
  const [, region = "", ...rest] = url.pathname.split("/");
  const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
  const call = String(request.headers["x-amz-target"] ?? `/${rest.join("/")}`);
  const signed =
    /^AWS4-HMAC-SHA256 Credential=ASIAIOSFODNN7EXAMPLE\/\d{8}\/([a-z0-9-]+)\/(sagemaker|bedrock)\/aws4_request/.exec(
      request.headers.authorization ?? "",
    );
  if (signed?.[1] !== region || request.headers["x-amz-security-token"] === undefined)
    unsigned.push(call);
  const token = body.NextToken ?? body.nextToken ?? url.searchParams.get("nextToken");
  if (call === denied || isClosed) {
    // The services repeat a request whose signature they refuse, its headers too.
    const message = `not authorized: ${request.headers["x-amz-security-token"]}`;
    const isJson = call.startsWith("SageMaker.");
    const body = isJson ? { __type: "x#AccessDeniedException", Message: message } : { message };
    const named = { "x-amzn-errortype": "AccessDeniedException:http://internal.amazon.com/" };
    response.writeHead(isJson ? 400 : 403, isJson ? {} : named).end(JSON.stringify(body));
    return;
  }
  const answer =
    call === hidden ? { Models: [] } : (lists[call]?.(region, token ?? null) ?? empty[call]);
  response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
});

beforeAll(async () => {
  sts = await startSts();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{region}`;
  system = await startTestSystem({
    CLOUDB_STS_URL: sts.url,
    CLOUDB_SAGEMAKER_URL: url,
    CLOUDB_BEDROCK_URL: url,
  });
  acme = await newTenant(system);
});
afterAll(async () => {
  await system.close();
  await sts.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
afterEach(() => {
  hidden = null;
  denied = null;
  isClosed = false;
});

async function connected(regions: readonly string[], tenant = acme, account = ACCOUNT) {
  const role = ROLE.replace(ACCOUNT, account);
  const { body } = await tenant.org("POST", "/connections", {
    provider: "cloudb",
    subtype: "assume_role",
    display_name: "Account",
    remote_tenant_id: account,
    regions,
    role_arn: role,
  });
  sts.trusted.set(role, body.external_id);
  await tenant.org("POST", `/connections/${body.id}/reauthorize`, { role_arn: role });
  return body.id as string;
}

describe("a full discovery of cloud-b by role", () => {
  test("lists SageMaker and Bedrock in every region, signed with the role's credentials", async () => {
    const id = await connected(["eu-west-1", "us-east-1"]);
    const run = await runToEnd(acme, id);
    expect(run).toMatchObject({ status: "completed", artifacts_count: 8 });
    expect(unsigned).toEqual([]);
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

  test("retires what is gone, not what could not be listed; the denied list is named", async () => {
    const id = await connected(["eu-west-1"]);
    await runToEnd(acme, id);
    hidden = "SageMaker.ListModels";
    denied = "/custom-models";
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
    denied = "SageMaker.ListDomains";
    expect(unread((await runToEnd(acme, id)).coverage)).toEqual([
      expect.objectContaining({ kind: "domain", ...refusal, http_status: 400 }),
    ]);
  });

  test("a run of which every list is refused repeats no credential of the role", async () => {
    const id = await connected(["eu-west-1"]);
    isClosed = true;
    const run = await runToEnd(acme, id);
    expect(run.error_jsonb).toMatchObject({
      code: "AccessDeniedException",
      description: "not authorized: [redacted]",
    });
    const told = JSON.stringify([run, await scanTable(system), system.rawLines]);
    expect(told).not.toMatch(/AQoDYXdzEPT|wJalrXUtnFEMI/);
  });

  test("an event-bus connection of the account is listed by the role, and says so where there is none", async () => {
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
  });

  test("a role that no longer trusts the platform sets the connection to needs_reauthorization", async () => {
    const id = await connected(["eu-west-1"]);
    sts.trusted.delete(ROLE);
    expect(await runToEnd(acme, id)).toMatchObject({
      status: "failed",
      error_jsonb: { stage: "role", code: "AccessDenied" },
    });
    expect((await acme.member("GET", `/connections/${id}`)).body.status).toBe(
      "needs_reauthorization",
    );
  });
});
