import { readFileSync } from "node:fs";
import { afterAll, expect, vi } from "vitest";

/** What a file does that alters its process: its environment, its clock, or what modules hold. */
const alters = /support\/in-process|\bvi\.(?:mock|stubEnv|stubGlobal|useFakeTimers)\b/;

/*
 * Runs before each test file. One that alters the process gets modules of its own, and the files
 * after it get theirs.
 */
const { testPath } = expect.getState();
if (testPath !== undefined && alters.test(readFileSync(testPath, "utf8"))) {
  vi.resetModules();
  afterAll(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    vi.resetModules();
  });
}
