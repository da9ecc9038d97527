import * as fc from "fast-check";
import { type FuzzedRequest, fuzzedRequests, send } from "#test/support/fuzz.ts";
import { oneOfEach } from "#test/support/one-of-each.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const SEED = 20_261_121;
const AT_ONCE = 8;
/** A system is replaced after this many requests, so that refusals by quota stay rare. */
const PER_SYSTEM = 10_000;

/**
 * 100,000 requests against the local run: none may get a 5xx, unless a setting is missing, or an
 * answer that its entry in the route table does not name.
 */
export async function fuzzRows(): Promise<Row[]> {
  const total = pick(100_000, 2_000);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  for (let sent = 0; sent < total; sent += PER_SYSTEM) {
    const system = await startTestSystemWithLog();
    try {
      const each = await oneOfEach(system);
      const numRuns = Math.min(PER_SYSTEM, total - sent);
      const requests = fc.sample(fuzzedRequests(each), { numRuns, seed: SEED + sent });
      await inLanes(requests, async (request) => {
        const { status, fault } = await outcomeOf(() => send(each, request));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (fault !== null) faults.push(`${described(request)}: ${fault}`);
      });
    } finally {
      await system.close();
    }
  }
  for (const fault of faults.slice(0, 20)) console.error(fault);
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([code, n]) => `${code}: ${n}`);
  return [
    {
      name: `seed ${SEED}; ${counted.join(", ")}`,
      value: `${total} requests`,
      baseline: `${faults.length} against the contract`,
      ratio: faults.length === 0 ? 1 : faults.length + 1,
    },
  ];
}

async function outcomeOf(act: () => Promise<{ status: number; text: string }>) {
  try {
    const { status, text } = await act();
    const isOurs = status >= 500 && !/_not_configured|_not_provisioned/.test(text);
    return { status, fault: isOurs ? text.slice(0, 300) : null };
  } catch (error) {
    return { status: 0, fault: String(error).slice(0, 300) };
  }
}

const described = ({ route, path, body, headers }: FuzzedRequest): string =>
  `${route.method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${body?.toString("utf8").slice(0, 400)}`;

async function inLanes<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const item = items[next++] as T;
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
