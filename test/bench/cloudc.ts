import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { vendorEndpoints } from "#shared/domain/discovery/cloudc/endpoints.ts";
import { walkEstate } from "#shared/domain/discovery/cloudc/walk.ts";
import { createLane } from "#shared/domain/discovery/lane.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { type Estate, largeEstate } from "#test/support/cloudc-estate.ts";
import { connectWif, provisionIssuer, runToEnd } from "#test/support/cloudc-fixture.ts";
import { startCloudc } from "#test/support/cloudc-server.ts";
import { startTestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import { fetchPages } from "./discovery.ts";
import { timed } from "./measure.ts";
import { compared, inSeconds, type Row } from "./row.ts";

const TIME_LIMIT_MS = 900_000;
const IN_FLIGHT = 16;

/** 20,000 resources through the local run beside a bare `fetch`; memory beside holding it all. */
export async function cloudcRows(): Promise<Row[]> {
  return [...(await timeRows()), await memoryRow()];
}

async function timeRows(): Promise<Row[]> {
  const cloud = await startCloudc(largeEstate());
  cloud.latencyMs = 1;
  const system = await startTestSystem({ settings: cloud.settings });
  try {
    await provisionIssuer(system);
    const tenant = await newTenant(system);
    const id = await connectWif(tenant, cloud);
    const run = () => runToEnd(tenant, id, TIME_LIMIT_MS);
    const { ms: first } = await timed(run);
    const { requests, peakInFlight } = cloud;
    const pages = [...cloud.lists.keys()].filter((key) => !/token/i.test(key.split("?")[0] ?? ""));
    const { ms: second } = await timed(run);
    const headers = { authorization: `Bearer ${cloud.issued.at(-1)}` };
    const { ms: bare } = await timed(() => fetchPages(cloud.url, pages, IN_FLIGHT, headers));
    return [
      compared("cloud-c: 20,000 resources found, recorded and reconciled", inSeconds, first, bare, {
        value: `${inSeconds(first)}, ${requests} requests, at most ${peakInFlight} in flight`,
        baseline: `bare fetch of the same ${pages.length} pages: ${inSeconds(bare)}`,
      }),
      compared("cloud-c: the same again, nothing new", inSeconds, second, first, {
        baseline: `first run: ${inSeconds(first)}`,
      }),
    ];
  } finally {
    await system.close();
    await cloud.close();
  }
}

async function memoryRow(): Promise<Row> {
  // A first walk, not counted, clears what the previous run left in memory.
  await liveHeap(largeEstate(), false);
  const streamed = await liveHeap(largeEstate(), false);
  const held = await liveHeap(largeEstate(), true);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const name = "cloud-c: live heap of the connector at its peak, 20,000 resources";
  return compared(name, megabytes, streamed, held, {
    baseline: `all artifacts held: ${megabytes(held)}`,
  });
}

/** The most live heap above the start, in bytes, sampled after a collection. */
async function liveHeap(estate: Estate, hold: boolean): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const cloud = await startCloudc(estate);
  cloud.issued.push("bench");
  collect();
  const start = process.memoryUsage().heapUsed;
  let peak = 0;
  let pages = 0;
  const held: unknown[] = [];
  await walkEstate(estate.projects, new Map(), {
    http: upstreamHttp(),
    lane: createLane(IN_FLIGHT),
    endpoints: {
      ...vendorEndpoints,
      resourceManager: cloud.url,
      aiPlatform: `${cloud.url}/{region}-aiplatform`,
      notebooks: `${cloud.url}/notebooks`,
    },
    token: async () => ({ ok: true, token: { token: "bench", expiresAt: 1e15 } }),
    stopping: () => false,
    sleep: async () => true,
    random: () => 0.5,
    now: () => Date.now(),
    save: async () => {},
    record: async (artifacts) => {
      if (hold) held.push(...artifacts);
      pages += 1;
      if (pages % 200 !== 0) return;
      // The fake cloud's own records do not count against the connector.
      cloud.lists.clear();
      collect();
      peak = Math.max(peak, process.memoryUsage().heapUsed - start);
    },
  });
  await cloud.close();
  return peak;
}
