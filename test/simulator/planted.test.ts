import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampled, sized } from "#test/support/full-size.ts";
import { oneBundleFolder } from "#test/support/one-bundle-folder.ts";
import { type Planted, planted } from "./planted.ts";
import { Player } from "./play.ts";
import { runs } from "./turn.ts";

/** Each fault must be found within this many runs. */
const RUNS = 200;
/** In an ordinary run of the tests, the same runs are made up each time. */
const SEED = sized(Date.now() % 2 ** 31, 20_261_126);

const codeIn = (file: Planted["file"]): string => readFileSync(join(oneBundleFolder, file), "utf8");

/** The folder with a copy of the functions' code with a fault. */
async function codeWith({ file, find, put }: Planted): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "planted-"));
  cpSync(oneBundleFolder, folder, { recursive: true });
  writeFileSync(join(folder, file), codeIn(file).replace(find, put));
  return folder;
}

test("each planted fault matches exactly one place in the current code", () => {
  for (const { name, file, find } of planted) {
    expect([name, codeIn(file).match(new RegExp(find, "g"))?.length]).toEqual([name, 1]);
  }
});

describe("the simulator finds a planted fault", () => {
  // An ordinary test run tries one of them.
  test.for(sampled(planted, 8, 6))("$name", { timeout: 600_000 }, async (fault) => {
    const folder = await codeWith(fault);
    const player = new Player(folder);
    try {
      const told = await fc.check(
        fc.asyncProperty(runs, async (run) => {
          await player.play(run);
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
      expect(told.failed, `not found in ${told.numRuns} runs`).toBe(true);
      // Code that does not even load is not a fault that was found.
      expect(String(told.errorInstance)).not.toMatch(
        /^(?:Syntax|Reference|Range)Error|Cannot find/,
      );
      console.log(
        `${fault.name}: run ${told.numRuns}: ${String(told.errorInstance).slice(0, 200)}`,
      );
    } finally {
      await player.close();
      await rm(folder, { recursive: true });
    }
  });
});
