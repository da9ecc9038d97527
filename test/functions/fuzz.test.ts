import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { note, sized } from "#test/support/full-size.ts";
import { fuzzedRequests, send } from "#test/support/fuzz.ts";
import { oneOfEach } from "#test/support/one-of-each.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";

/** A limit that only a hang exceeds. */
const HANGS_MS = sized(3_000_000, 300_000);

/** The same requests in every run; with `npm run bench -- fuzz` a hundred thousand. */
const TOTAL = sized(100_000, 130);
const SEED = sized(20_261_121, 14);
const AT_ONCE = sized(8, 1);
/** A system is replaced after this many requests, so that refusals by quota stay rare. */
const PER_SYSTEM = 10_000;

test(
  "no request generated from the route table gets a 5xx or a response outside its entry",
  async () => {
    const routes = new Set<string>();
    const statuses: number[] = [];
    for (let sent = 0; sent < TOTAL; sent += PER_SYSTEM) {
      const system = await startTestSystemWithLog();
      onTestFinished(() => system.close());
      const each = await oneOfEach(system);
      const numRuns = Math.min(PER_SYSTEM, TOTAL - sent);
      const requests = fc.sample(fuzzedRequests(each), { numRuns, seed: SEED + sent });
      await eachBounded(requests, AT_ONCE, async (request) => {
        // `send` checks the answer against the route's entry: status, code, fields and their order.
        const { status, text } = await send(each, request);
        const isSetting = /_not_configured|_not_provisioned/.test(text);
        expect([request.route.id, text, status < 500 || isSetting]).toEqual([
          request.route.id,
          text,
          true,
        ]);
        routes.add(request.route.id);
        statuses.push(status);
      });
    }
    expect(routes.size).toBeGreaterThan(60);
    const counted = [...Map.groupBy(statuses.sort(), (status) => status)].map(
      ([status, { length }]) => `${status}: ${length}`,
    );
    note(`seed ${SEED}; ${counted.join(", ")}`, `${TOTAL} requests`, "0 against the contract", 1);
  },
  HANGS_MS,
);
