import Anthropic from "@anthropic-ai/sdk";
import { LLMock } from "@copilotkit/aimock";
import { Ollama } from "ollama";
import { AzureOpenAI } from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { runChain } from "#shared/domain/extractors/chain.ts";
import { factsJsonSchema } from "#shared/domain/extractors/instructions.ts";
import { CREDENTIAL, entryAt, exampleTask, portsTo } from "#test/support/extractor-ports.ts";
import { factsSchema } from "#test/support/facts-schema.ts";
import {
  goodFacts,
  type SeenRequest,
  startUpstream,
  type Upstream,
  type WireProvider,
} from "#test/support/upstream.ts";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** What we send for the example task. */
async function ours(provider: WireProvider): Promise<SeenRequest> {
  const chain = [entryAt(provider, upstream, "good")];
  const run = await runChain(chain, exampleTask(), portsTo(upstream), Date.now() + 30_000);
  expect(run.answer?.value).toEqual(goodFacts);
  return upstream.seen.at(-1) as SeenRequest;
}

/** What a vendor's own SDK sends for the example task. */
async function theirs(call: () => Promise<unknown>): Promise<SeenRequest> {
  await call();
  return upstream.seen.at(-1) as SeenRequest;
}

const task = exampleTask();

function expectSame(mine: SeenRequest, oracle: SeenRequest, headers: readonly string[]) {
  expect(mine.path).toBe(oracle.path);
  expect(mine.body).toEqual(oracle.body);
  for (const name of ["content-type", ...headers]) {
    expect(mine.headers[name], name).toBe(oracle.headers[name]);
    expect(mine.headers[name], name).toBeTruthy();
  }
}

test("the schema sent is the one zod generates for what is accepted", () => {
  const { $schema: _, ...written } = z.toJSONSchema(factsSchema);
  expect(factsJsonSchema()).toEqual(written);
});

test("a hosted model that thinks is told to think little, and has room for it", async () => {
  const client = new Anthropic({ apiKey: CREDENTIAL, baseURL: `${upstream.url}/good` });
  const bodyFor = async (model: string) => {
    const chain = [{ ...entryAt("hosted_llm", upstream, "good"), model }];
    await runChain(chain, exampleTask(), portsTo(upstream), Date.now() + 30_000);
    return upstream.seen.at(-1)?.body;
  };
  const asGiven = await ours("hosted_llm");
  const oracle = await theirs(() =>
    client.messages.create({
      ...asGiven.body,
      model: "claude-sonnet-5-5",
      max_tokens: task.maxOutputTokens + 4096,
      output_config: { effort: "low", ...asGiven.body.output_config },
    }),
  );
  expect(await bodyFor("claude-sonnet-5-5")).toEqual(oracle.body);
  for (const model of ["claude-haiku-4-5", "claude-opus-4-5-20251101", "proxy/claude-sonnet-5"]) {
    expect(await bodyFor(model)).toEqual({ ...asGiven.body, model });
  }
});

test("hosted_llm is called as the vendor's SDK calls it", async () => {
  const { $schema: _, ...schema } = z.toJSONSchema(factsSchema);
  const client = new Anthropic({ apiKey: CREDENTIAL, baseURL: `${upstream.url}/good` });
  const oracle = await theirs(() =>
    client.messages.create({
      model: "model-1",
      max_tokens: task.maxOutputTokens,
      system: task.instructions,
      messages: [{ role: "user", content: task.input }],
      output_config: {
        format: {
          type: "json_schema",
          // As given, because the SDK's helper for zod moves the lists of values into descriptions.
          schema,
        },
      },
    }),
  );
  // Pinned to the last SDK that sends keys in `x-api-key`: from 1.0 on it sends bearer tokens.
  expectSame(await ours("hosted_llm"), oracle, ["anthropic-version", "x-api-key"]);
});

test("tenant_cloud_llm is called as the vendor's SDK calls it", async () => {
  const client = new AzureOpenAI({
    apiKey: CREDENTIAL,
    endpoint: `${upstream.url}/good`,
    apiVersion: "2024-10-21",
    deployment: "model-1",
  });
  const format = zodResponseFormat(factsSchema, task.schemaName);
  const { $schema: _, ...schema } = format.json_schema.schema as Record<string, unknown>;
  const oracle = await theirs(() =>
    client.chat.completions.create({
      model: "model-1",
      max_tokens: task.maxOutputTokens,
      messages: [
        { role: "system", content: task.instructions },
        { role: "user", content: task.input },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { ...format.json_schema, schema },
      },
    }),
  );
  expectSame(await ours("tenant_cloud_llm"), oracle, ["api-key"]);
});

test("local_llm is called as the server's own client calls it", async () => {
  const client = new Ollama({
    host: `${upstream.url}/good`,
    headers: { authorization: `Bearer ${CREDENTIAL}` },
  });
  const oracle = await theirs(() =>
    client.chat({
      model: "model-1",
      messages: [
        { role: "system", content: task.instructions },
        { role: "user", content: task.input },
      ],
      stream: false,
      format: factsJsonSchema(),
      options: { temperature: 0, num_ctx: 8192 },
    }),
  );
  expectSame(await ours("local_llm"), oracle, ["authorization"]);
});

test("byo is posted to the endpoint exactly as given, in the contract extractor.v1", async () => {
  const entry = {
    ...entryAt("byo", upstream, "good"),
    endpoint: `${upstream.url}/good/x/?a=1&b=%20`,
  };
  await runChain([entry], task, portsTo(upstream), Date.now() + 30_000);
  const { path, headers, body } = upstream.seen.at(-1) as SeenRequest;
  expect(path).toBe("/good/x/?a=1&b=%20");
  expect(headers.authorization).toBe(`Bearer ${CREDENTIAL}`);
  expect(body).toEqual({
    contract: "extractor.v1",
    request_id: task.requestId,
    task: "extract",
    model: "model-1",
    instructions: task.instructions,
    input: task.input,
    output_schema: factsJsonSchema(),
    limits: { deadline_ms: expect.any(Number), max_output_tokens: task.maxOutputTokens },
  });
});

test("a request asks for no compression or keep-alive, and names no forwarder", async () => {
  const { headers } = await ours("hosted_llm");
  expect(headers["accept-encoding"]).toBe("identity");
  expect(headers.connection).toBe("close");
  expect(headers["x-forwarded-for"]).toBeUndefined();
});

test("a deployment or a base path cannot escape its path segment", async () => {
  const entry = { ...entryAt("tenant_cloud_llm", upstream, "good/"), model: "../../admin?x#y" };
  await runChain([entry], task, portsTo(upstream), Date.now() + 30_000);
  expect(upstream.seen.at(-1)?.path).toBe(
    "/good/openai/deployments/..%2F..%2Fadmin%3Fx%23y/chat/completions?api-version=2024-10-21",
  );
});

test.each(["hosted_llm", "tenant_cloud_llm", "local_llm"] as const)(
  "the answers and faults of an independent mock of %s are understood",
  async (provider) => {
    const mock = new LLMock({ port: 0 });
    mock.onMessage(/artifact/, { content: JSON.stringify(goodFacts) });
    await mock.start();
    const host = new URL(mock.url).host;
    const ports = portsTo({ ...upstream, host });
    const chain = [{ ...entryAt(provider, upstream, ""), endpoint: mock.url }];
    const good = await runChain(chain, task, ports, Date.now() + 30_000);
    expect(good.answer).toMatchObject({ provider, value: goodFacts });
    for (const [chaos, code] of [
      [{ dropRate: 1 }, "upstream_error"],
      [{ disconnectRate: 1 }, "unreachable"],
      [{ malformedRate: 1 }, "contract_violation"],
    ] as const) {
      mock.setChaos(chaos);
      const bad = await runChain(chain, task, ports, Date.now() + 30_000);
      expect(bad.failed, JSON.stringify(chaos)).toMatchObject([{ provider, code }]);
      mock.clearChaos();
    }
    await mock.stop();
  },
);
