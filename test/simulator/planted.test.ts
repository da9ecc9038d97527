import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampled } from "#test/support/full-size.ts";
import { oneBundleFolder } from "#test/support/one-bundle-folder.ts";
import { type Planted, planted } from "./planted.ts";
import { Player } from "./play.ts";
import { runs } from "./turn.ts";

/** Within so many runs each has to be found. */
const RUNS = 200;

const codeIn = (file: Planted["file"]): string => readFileSync(join(oneBundleFolder, file), "utf8");

/** The functions' code with a fault in it. */
async function codeWith({ file, find, put }: Planted): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "planted-"));
  cpSync(oneBundleFolder, folder, { recursive: true });
  writeFileSync(join(folder, file), codeIn(file).replace(find, put));
  return folder;
}

test("each planted fault has one place in the code as it is now", () => {
  for (const { name, file, find } of planted) {
    expect([name, codeIn(file).match(new RegExp(find, "g"))?.length]).toEqual([name, 1]);
  }
});

describe("a fault that is put into the code is found", () => {
  // Every run of the tests tries one of them.
  test.for(sampled(planted, 8, 6))("$name", { timeout: 600_000 }, async (fault) => {
    const folder = await codeWith(fault);
    const player = new Player(folder);
    try {
      const told = await fc.check(
        fc.asyncProperty(runs, async (run) => {
          await player.play(run);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      expect(told.failed, `not found in ${told.numRuns} runs`).toBe(true);
      console.log(
        `${fault.name}: run ${told.numRuns}: ${String(told.errorInstance).slice(0, 200)}`,
      );
    } finally {
      await player.close();
      await rm(folder, { recursive: true });
    }
  });
});
