import { expect, onTestFinished, test } from "vitest";
import { note } from "#test/support/full-size.ts";
import { oneOfEach } from "#test/support/one-of-each.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { fuzz } from "./every-route/fuzz.ts";

/* With the bench alone; sixty such requests are in every-route.test.ts. */

/** A limit that only a hang exceeds. */
const HANGS_MS = 3_000_000;

const TOTAL = 100_000;
const SEED = 20_261_121;
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
      const fuzzing = { requests: PER_SYSTEM, seed: SEED + sent, atOnce: 8 };
      const answered = await fuzz(each, fuzzing);
      for (const route of answered.routes) routes.add(route);
      statuses.push(...answered.statuses);
    }
    expect(routes.size).toBeGreaterThan(60);
    const counted = [...Map.groupBy(statuses.sort(), (status) => status)].map(
      ([status, { length }]) => `${status}: ${length}`,
    );
    note(`seed ${SEED}; ${counted.join(", ")}`, `${TOTAL} requests`, "0 against the contract", 1);
  },
  HANGS_MS,
);
