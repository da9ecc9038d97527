import { generateKeyPairSync, randomUUID } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { noteBegun } from "#shared/store/discovery-schedule.ts";
import { runToEnd } from "#test/support/cloudc-fixture.ts";
import { type RepositoryServer, startRepositories } from "#test/support/repository-server.ts";
import { startTestSystem } from "#test/support/system.ts";
import { tableClient } from "#test/support/table.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";
import { type CountedSystem, costOf, startCountedSystem } from "./counted-system.ts";
import { totalUnits } from "./counting-proxy.ts";
import { timed } from "./measure.ts";
import { pick } from "./mode.ts";
import { compared, inSeconds, type Row } from "./row.ts";

const CONNECTIONS = pick(10_000, 1_000);
const REPOSITORIES = pick(1_000, 200);
/** The faster the host answers, the more visible is the run's own overhead. */
const LATENCY_MS = 60;
const IN_FLIGHT = 8;
const TIME_LIMIT_MS = 900_000;

/**
 * The cost of a tick that finds nothing due, with few and with many connections, and of a full run of
 * the source host, compared with a bare `fetch` of the same pages.
 */
export async function discoveryRows(): Promise<Row[]> {
  return [await tickRow(), await repositoriesRow()];
}

async function tickRow(): Promise<Row> {
  const system = await startCountedSystem({
    WORKER_INVOKE_ENABLED: "false",
    DISCOVERY_INTERVAL_HOURS: "24",
  });
  try {
    await seed(system, 10);
    const few = await costOfTick(system);
    await seed(system, CONNECTIONS - 10);
    const many = await costOfTick(system);
    const text = ({ calls, units }: typeof few) => `${calls} reads, ${units} units`;
    return {
      name: `tick with ${CONNECTIONS} connections of which none is due`,
      value: text(many),
      baseline: `10 connections: ${text(few)}`,
      ratio: many.calls / few.calls,
    };
  } finally {
    await system.close();
  }
}

/** Schedules this many connections whose full run has just begun. */
async function seed(system: CountedSystem, count: number): Promise<void> {
  const now = await system.advance(0);
  const table = system.endpoints.table_name ?? "";
  for (let start = 0; start < count; start += 25) {
    const size = Math.min(25, count - start);
    const requests = Array.from({ length: size }, () => {
      const { Update } = noteBegun(randomUUID(), now);
      const [gsi2pk, gsi2sk] = Object.values(Update?.ExpressionAttributeValues ?? {});
      return { PutRequest: { Item: { ...Update?.Key, gsi2pk, gsi2sk } } };
    });
    await tableClient(system).send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  }
}

async function costOfTick(system: CountedSystem): Promise<{ calls: number; units: number }> {
  const run = () => system.api()("POST", "/_local/schedules/discovery-tick/run");
  const { value, calls: all } = await costOf(system, run);
  if (value.body.completed !== 0) throw new Error("A run was started that was not due.");
  const calls = all.filter(({ caller }) => caller === "discoveryWorker");
  const { read, write } = totalUnits(calls);
  if (write > 0) throw new Error("A tick with nothing to do wrote.");
  return { calls: calls.length, units: read };
}

async function repositoriesRow(): Promise<Row> {
  const host = await startRepositories();
  host.latencyMs = LATENCY_MS;
  host.urls = [];
  host.repositories = Array.from({ length: REPOSITORIES }, (_, i) => ({
    id: i + 1,
    full_name: `acme/repository-${i}`,
    files: { "requirements.txt": "torch\n", "src/app.py": "x" },
  }));
  const system = await startTestSystem({
    settings: {
      SOURCEHOST_APP_ID: "314159",
      SOURCEHOST_API_URL: host.url,
    },
  });
  try {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    await system.admin("POST", "/admin/setup/sourcehost-app/private-key", {
      private_key_pem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    });
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    const { ms, value: run } = await timed(() => runToEnd(tenant, id, TIME_LIMIT_MS));
    if (run.artifacts_count !== REPOSITORIES) throw new Error("Not every repository was found.");
    const pages = host.urls.filter((url) => !url.includes("/access_tokens"));
    // The faster of two, because other load on the machine must not make the bare fetch look slow.
    const bare = Math.min(await fetchAll(host, pages), await fetchAll(host, pages));
    const name = `source host: ${REPOSITORIES} repositories listed, read and recorded (${LATENCY_MS} ms an answer)`;
    return compared(name, inSeconds, ms, bare, {
      value: `${inSeconds(ms)}, ${pages.length} pages`,
      baseline: `bare fetch of the same pages: ${inSeconds(bare)}`,
    });
  } finally {
    await system.close();
    await host.close();
  }
}

/** How long it takes merely to fetch and parse the pages, in ms. */
async function fetchAll({ url, tokens }: RepositoryServer, pages: readonly string[]) {
  const headers = { authorization: `Bearer ${[...tokens][0]}` };
  const { ms } = await timed(() =>
    eachBounded(pages, IN_FLIGHT, async (page) => {
      await (await fetch(`${url}${page}`, { headers })).json();
    }),
  );
  return ms;
}
