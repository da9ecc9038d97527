import { afterAll, expect, vi } from "vitest";
import { alters } from "./alters.ts";

/*
 * Runs before each test file. A file that alters the process gets modules of its own, and the files
 * after it get modules of theirs.
 */

const { testPath } = expect.getState();
if (testPath !== undefined && alters(testPath)) {
  vi.resetModules();
  afterAll(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    vi.resetModules();
  });
}
