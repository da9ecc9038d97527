import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { fuzzedRequests, send } from "#test/support/fuzz.ts";
import { type OneOfEach, oneOfEach } from "#test/support/one-of-each.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import type { Ground } from "./ground.ts";

const TOTAL = sized(100_000, 200);
/** The same requests in every run. */
const SEED = sized(20_261_121, 14);
/** At full size, a system is replaced after this many requests, so that refusals by quota stay rare. */
const PER_SYSTEM = 10_000;
const AT_ONCE = sized(8, 1);
const HANGS_MS = sized(3_000_000, 120_000);

/** Sends generated requests. @returns the routes that they went to */
async function fuzz(each: OneOfEach, numRuns: number, seed: number): Promise<string[]> {
  const generated = fc.sample(fuzzedRequests(each), { numRuns, seed });
  await eachBounded(generated, AT_ONCE, async (request) => {
    // `send` checks the answer against the route's entry: status, code, fields and their order.
    const { status, text } = await send(each, request);
    const isSetting = /_not_configured|_not_provisioned/.test(text);
    expect([request.route.id, text, status < 500 || isSetting]).toEqual([
      request.route.id,
      text,
      true,
    ]);
  });
  return generated.map(({ route }) => route.id);
}

/** One of each thing in a system of its own. */
async function another(): Promise<OneOfEach> {
  const system = await startTestSystemWithLog();
  onTestFinished(() => system.close());
  return oneOfEach(system);
}

export function answersWithinItsEntry(ground: Ground): void {
  test(
    "gets no 5xx and no response outside its entry",
    async () => {
      const routes: string[] = [];
      for (let sent = 0; sent < TOTAL; sent += PER_SYSTEM) {
        const each = TOTAL > PER_SYSTEM ? await another() : ground.each;
        routes.push(...(await fuzz(each, Math.min(TOTAL, PER_SYSTEM), SEED + sent)));
      }
      expect(new Set(routes).size).toBeGreaterThan(100);
      noteSweep("requests generated from the route table: answered within its entry", TOTAL);
    },
    HANGS_MS,
  );
}
