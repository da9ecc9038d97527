import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { auditorOf } from "#test/support/forge-bundle.ts";
import { sized } from "#test/support/full-size.ts";
import { filesVerify } from "./end.ts";
import { playRun } from "./play.ts";
import { turns } from "./turn.ts";
import { type Ground, startGround } from "./world.ts";

const RUNS = Number(process.env.SIMULATOR_RUNS ?? sized(20_000, 200));
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
  const seed = process.env.SIMULATOR_SEED;
  let files = 0;
  const began = Date.now();
  await fc.assert(
    fc.asyncProperty(turns, async (run) => {
      const on = await nextGround();
      const world = await playRun(on, run);
      if (process.env.SIMULATOR_TELLS)
        process.stderr.write(`run ${played}: ${process.cpuUsage().user / 1e6} s\n`);
      if (played % sized(10, 25) !== 1) return;
      const auditor = await auditorOf(on.system);
      try {
        files += await filesVerify(world, auditor);
      } finally {
        auditor.close();
      }
    }),
    {
      numRuns: RUNS,
      endOnFailure: process.env.SIMULATOR_ENDS !== undefined,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(process.env.SIMULATOR_PATH === undefined ? {} : { path: process.env.SIMULATOR_PATH }),
    },
  );
  console.log(`${played} runs, ${files} files verified, ${(Date.now() - began) / 1000} s`);
  expect(files).toBeGreaterThan(0);
});
