import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { builtVersion } from "#infra/built-version.ts";
import { auditorOf } from "#test/support/forge-bundle.ts";
import { sized } from "#test/support/full-size.ts";
import { filesVerify } from "./end/evidence.ts";
import { Player } from "./play.ts";
import { seeds } from "./seeds.ts";
import { type Run, runs } from "./turn.ts";

/** How many made-up runs are played: 200; with FULL=1, 20,000; or as many as `SIMULATOR_RUNS` says. */
const RUNS = Number(process.env.SIMULATOR_RUNS ?? sized(20_000, 200));
/**
 * The seed of made-up runs. In an ordinary run of the tests it is always the same, so that a failure
 * comes from a change; otherwise it is random. `SIMULATOR_SEED` and `SIMULATOR_PATH` replay a run as it
 * was reported.
 */
const SEED = Number(process.env.SIMULATOR_SEED ?? sized(Date.now() % 2 ** 31, 20_261_126));

const player = new Player();
afterAll(() => player.close());

/**
 * Reports a failed run: what was wrong, its seed and path, and the commit at which they reproduce it.
 */
async function asyncReporter(details: fc.RunDetails<[run: Run]>): Promise<void> {
  if (!details.failed) return;
  const message = await fc.asyncDefaultReportMessage(details);
  const { commit } = builtVersion();
  throw new Error(`${details.errorInstance}\n${message}\nCommit: ${commit}`);
}

test.each(seeds)("a fault that was found once does not return: %s", async (_, run) => {
  await player.play(run);
});

test("every promise is kept, whatever happens at once and whichever process ends in between", {
  timeout: 3_600_000 * 6,
}, async () => {
  let files = 0;
  let played = 0;
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      played += 1;
      const isJudged = played % 20 === 1;
      await player.play(run, async (world) => {
        if (!isJudged) return;
        const auditor = await auditorOf(world.ground.system);
        try {
          files += await filesVerify(world, auditor);
        } finally {
          auditor.close();
        }
      });
    }),
    {
      numRuns: RUNS,
      seed: SEED,
      ...(process.env.SIMULATOR_PATH === undefined ? {} : { path: process.env.SIMULATOR_PATH }),
      asyncReporter,
    },
  );
  expect(files).toBeGreaterThan(0);
});

test("a replayed run is the same, call by call", { timeout: 3_600_000 }, async () => {
  let calls = 0;
  for (const run of fc.sample(runs, { numRuns: sized(50, 1), seed: SEED })) {
    const trace = await player.play(run);
    calls += trace.length;
    expect(await player.play(run)).toEqual(trace);
  }
  expect(calls).toBeGreaterThan(10);
});
