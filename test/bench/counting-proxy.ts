import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { accessKeyIdOf } from "#infra/local/aws/protocol/aws-json-server.ts";
import { startLocalServer } from "#infra/local/local-server.ts";

/** One call that reached DynamoDB. */
export interface Call {
  action: string;
  /** The function that made it; null for a caller without a name. */
  caller: string | null;
  /** Milliseconds on this process's own clock. */
  startedAt: number;
  endedAt: number;
  readUnits: number;
  writeUnits: number;
}

export interface CountingProxy {
  url: string;
  /** The engine's address; another one may take its place. */
  target: string;
  /** Milliseconds for which every answer is held back from now on. */
  holdMs: number;
  /** The calls since the previous `take`. */
  take(): Call[];
  close(): Promise<void>;
}

/**
 * A proxy for the embedded DynamoDB that requests and records the consumed capacity of every call.
 * Holding answers back makes concurrent calls visibly overlap.
 */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  let calls: Call[] = [];
  const server = await startLocalServer(async (incoming, response) => {
    const startedAt = performance.now();
    const action = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
    const asked = { ...JSON.parse(await text(incoming)), ReturnConsumedCapacity: "TOTAL" };
    const answer = await askEngine(proxy.target, action, asked, agent).catch(() => null);
    // A replaced engine may end in the middle of a call, and the caller then repeats it.
    if (answer === null) {
      response.destroy();
      return;
    }
    if (proxy.holdMs > 0) await wait(proxy.holdMs);
    const caller = accessKeyIdOf(incoming);
    const endedAt = performance.now();
    calls.push({ action, caller, startedAt, endedAt, ...unitsOf(action, answer.text) });
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" });
    response.end(answer.text);
  });
  const proxy: CountingProxy = {
    url: server.url,
    target,
    holdMs: 0,
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: async () => {
      await server.close();
      agent.destroy();
    },
  };
  return proxy;
}

/** Makes one call of an embedded database, and returns its answer. */
export async function askEngine(url: string, action: string, body: object, agent?: Agent) {
  const headers = {
    "x-amz-target": `DynamoDB_20120810.${action}`,
    "content-type": "application/x-amz-json-1.0",
    authorization:
      "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
    "x-amz-date": "20260101T000000Z",
  };
  const sent = request(url, { method: "POST", agent, headers });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 500, text: await text(answer) };
}

const isWrite = (action: string): boolean => /Write|Put|Update|Delete/.test(action);

function unitsOf(action: string, text: string): Pick<Call, "readUnits" | "writeUnits"> {
  const { ConsumedCapacity: consumed = [] } = JSON.parse(text) as {
    ConsumedCapacity?: { CapacityUnits: number } | { CapacityUnits: number }[];
  };
  const units = [consumed].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  return isWrite(action)
    ? { readUnits: 0, writeUnits: units }
    : { readUnits: units, writeUnits: 0 };
}

/** The longest chain of calls in which each began after the previous one had ended. */
export function sequentialTrips(calls: readonly Pick<Call, "startedAt" | "endedAt">[]): number {
  let trips = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of calls.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (startedAt < lastEnd) continue;
    trips += 1;
    lastEnd = endedAt;
  }
  return trips;
}

export const totalUnits = (calls: readonly Call[]): { read: number; write: number } => ({
  read: calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
  write: calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
});

export const readUnits = ({ calls }: { calls: readonly Call[] }): number => totalUnits(calls).read;

export function callsText(calls: readonly Call[]): string {
  const { read, write } = totalUnits(calls);
  return `${calls.length} ${calls.length === 1 ? "call" : "calls"}, ${read} r, ${write} w`;
}
