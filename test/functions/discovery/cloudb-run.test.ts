import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { allOf, runToEnd } from "#test/support/cloudc-fixture.ts";
import { type StsServer, startSts } from "#test/support/sts-server.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
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
  if (call === denied) {
    response
      .writeHead(400)
      .end(JSON.stringify({ __type: "AccessDeniedException", Message: "not authorized" }));
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
});

async function connected(regions: readonly string[]) {
  const { body } = await acme.org("POST", "/connections", {
    provider: "cloudb",
    subtype: "assume_role",
    display_name: "Account",
    remote_tenant_id: ACCOUNT,
    regions,
    role_arn: ROLE,
  });
  sts.trusted.set(ROLE, body.external_id);
  await acme.org("POST", `/connections/${body.id}/reauthorize`, { role_arn: ROLE });
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
        .map(({ kind, provider_ref }) => [kind, provider_ref])
        .toSorted(),
    ).toEqual([
      ["agent", arn(`bedrock:eu-west-1:${ACCOUNT}:agent/AGENT12345`)],
      ["custom_model", arn(`bedrock:eu-west-1:${ACCOUNT}:custom-model/tuned`)],
      ["model", arn(`sagemaker:eu-west-1:${ACCOUNT}:model/churn`)],
      ["model", arn(`sagemaker:eu-west-1:${ACCOUNT}:model/score`)],
    ]);
  });

  test("retires what is gone, not what could not be listed; the denied list is named", async () => {
    const id = await connected(["eu-west-1"]);
    await runToEnd(acme, id);
    hidden = "SageMaker.ListModels";
    denied = "/custom-models";
    const { coverage } = await runToEnd(acme, id);
    expect(coverage).toContainEqual(
      expect.objectContaining({
        kind: "custom_model",
        status: "failed",
        code: "AccessDeniedException",
        hint: expect.any(String),
      }),
    );
    const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
    const retired = artifacts
      .filter(({ retired_at }) => retired_at !== null)
      .map(({ kind }) => kind);
    expect(retired).toEqual(["model", "model"]);
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
