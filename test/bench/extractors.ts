import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "#infra/local/local-server.ts";
import type { Entry } from "#shared/domain/extractors/call.ts";
import { runChain } from "#shared/domain/extractors/chain.ts";
import { factsJsonSchema } from "#shared/domain/extractors/instructions.ts";
import { readAnswer } from "#shared/domain/inventory/answered-facts.ts";
import { entryAt, exampleTask, portsTo } from "#test/support/extractor-ports.ts";
import { behaviours, type Reply, startUpstream, type Upstream } from "#test/support/upstream.ts";
import { medians } from "./measure.ts";
import { pick } from "./mode.ts";
import { compared, inUnit, type Row } from "./row.ts";

/** What the chain costs beside a bare call, and which failures it and another gateway survive. */
export async function extractorRows(): Promise<Row[]> {
  return [await overheadRow(), await survivalRow()];
}

/** Far below any model's latency, so that the relative overhead is overstated, not understated. */
const UPSTREAM_MS = 25;
const ROUNDS = pick(120, 40);

async function overheadRow(): Promise<Row> {
  const delayed: Reply = (request, response) => {
    setTimeout(() => behaviours.good(request, response), UPSTREAM_MS);
  };
  const upstream = await startUpstream({ delayed });
  const entry = entryAt("tenant_cloud_llm", upstream, "delayed");
  await callChain(entry, upstream);
  const { path, body } = upstream.seen[0] ?? { path: "", body: null };
  const alone = () => callBare(`${upstream.url}${path}`, body);
  const [ours = 0, theirs = 0] = await medians([() => callChain(entry, upstream), alone], ROUNDS);
  await upstream.close();
  const name = `extractors: chain over a bare call, upstream of ${UPSTREAM_MS} ms (goal ≤ 1.05)`;
  return compared(name, inUnit("ms", 2), ours, theirs);
}

const callChain = (entry: Entry, upstream: Upstream) =>
  runChain([entry], exampleTask(), portsTo(upstream), Date.now() + 60_000);

/** The minimal call: one POST on a new connection, the answer parsed. */
async function callBare(url: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const sent = request(url, { method: "POST", agent: false, headers });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return json(answer);
}

/** Every behaviour of the fake upstream that is a failure. */
const modes = Object.keys(behaviours).filter((name) => name !== "good" && name !== "fenced");
/** How long either side may take for one mode. */
const MODE_MS = 4000;
/** The timeout that is configured for Portkey. */
const ENTRY_MS = 1500;

async function survivalRow(): Promise<Row> {
  const upstream = await startUpstream();
  const gateway = await startGateway();
  const ours: string[] = [];
  const theirs: string[] = [];
  for (const mode of modes) {
    if (await weSurvive(mode, upstream)) ours.push(mode);
    if (await gatewaySurvives(mode, upstream, gateway.url)) theirs.push(mode);
  }
  gateway.process.kill();
  await upstream.close();
  const name = `extractors: failure modes survived, of ${modes.length} (vs @portkey-ai/gateway 1.15.2)`;
  return compared(name, String, ours.length, theirs.length);
}

/** Survived means that the answer fits the schema; the gateway is judged by the same criterion. */
async function weSurvive(mode: string, upstream: Upstream): Promise<boolean> {
  const chain = [
    entryAt("tenant_cloud_llm", upstream, mode),
    entryAt("hosted_llm", upstream, "good"),
  ];
  const run = await runChain(chain, exampleTask(), portsTo(upstream), Date.now() + MODE_MS);
  return readAnswer(run.answer?.value).ok;
}

/** The same upstream behind the gateway, in a request format that it forwards unchanged. */
async function gatewaySurvives(mode: string, upstream: Upstream, url: string): Promise<boolean> {
  const target = (behaviour: string) => ({
    provider: "openai",
    api_key: "key",
    custom_host: `${upstream.url}/${behaviour}`,
    request_timeout: ENTRY_MS,
  });
  const task = exampleTask();
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-portkey-config": JSON.stringify({
          strategy: { mode: "fallback" },
          targets: [target(mode), target("good")],
        }),
      },
      body: JSON.stringify({
        model: "model-1",
        messages: [
          { role: "system", content: task.instructions },
          { role: "user", content: task.input },
        ],
        response_format: {
          type: "json_schema",
          json_schema: { name: task.schemaName, strict: true, schema: factsJsonSchema() },
        },
      }),
      signal: AbortSignal.timeout(MODE_MS),
    });
    const answer = (await response.json()) as {
      choices?: { finish_reason: string; message: { content: string } }[];
    };
    const [choice] = answer.choices ?? [];
    const content = JSON.parse(choice?.message.content ?? "");
    return choice?.finish_reason === "stop" && readAnswer(content).ok;
  } catch {
    return false;
  }
}

const gatewayScript = fileURLToPath(
  new URL("../../node_modules/@portkey-ai/gateway/build/start-server.js", import.meta.url),
);

async function startGateway(): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, [gatewayScript, "--headless", `--port=${port}`], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isUp = await fetch(url).catch(() => null);
    if (isUp !== null) return { url, process: child };
    await pause(100);
  }
  child.kill();
  throw new Error("The gateway to compare with did not start.");
}
