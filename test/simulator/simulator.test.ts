import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { auditorOf } from "#test/support/forge-bundle.ts";
import { sized } from "#test/support/full-size.ts";
import { filesVerify } from "./end.ts";
import { playRun } from "./play.ts";
import { turns } from "./turn.ts";
import { type Ground, startGround } from "./world.ts";

/** How many made-up runs are played; with FULL=1, 20,000, or as many as `SIMULATOR_RUNS` says. */
const RUNS = Number(process.env.SIMULATOR_RUNS ?? sized(20_000, 30));
/**
 * What runs are made up from: in a run of all tests always the same, so that it fails for what was
 * changed; otherwise by chance. `SIMULATOR_SEED` and `SIMULATOR_PATH` play one again as it was reported.
 */
const SEED = Number(process.env.SIMULATOR_SEED ?? sized(Date.now() % 2 ** 31, 20_261_126));

/** A system serves so many runs, since its lists and its log grow. */
const RUNS_A_SYSTEM = 50;

let ground: Ground | undefined;
let played = 0;
afterAll(() => ground?.close());

async function nextGround(): Promise<Ground> {
  if (ground === undefined || played % RUNS_A_SYSTEM === 0) {
    await ground?.close();
    ground = await startGround();
  }
  played += 1;
  return ground;
}

test("whatever happens at once, and whichever process ends in between, what was promised holds", {
  timeout: 3_600_000 * 6,
}, async () => {
  let files = 0;
  await fc.assert(
    fc.asyncProperty(turns, async (run) => {
      const on = await nextGround();
      const world = await playRun(on, run);
      if (played % sized(10, 15) !== 1) return;
      const auditor = await auditorOf(on.system);
      try {
        files += await filesVerify(world, auditor);
      } finally {
        auditor.close();
      }
    }),
    {
      numRuns: RUNS,
      seed: SEED,
      ...(process.env.SIMULATOR_PATH === undefined ? {} : { path: process.env.SIMULATOR_PATH }),
    },
  );
  expect(files).toBeGreaterThan(0);
});
