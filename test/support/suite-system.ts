import { afterAll, beforeAll } from "vitest";
import {
  startTestSystem,
  startTestSystemWithLog,
  type TestSystem,
  type TestSystemOptions,
} from "./system.ts";

function suiteOf(start: () => Promise<TestSystem>): TestSystem {
  const system = {} as TestSystem;
  beforeAll(async () => {
    Object.assign(system, await start());
  });
  afterAll(() => system.close());
  return system;
}

/** A system for a file's tests. It exists in every hook and test below and closes after the last. */
export const suiteSystem = (options: TestSystemOptions = {}): TestSystem =>
  suiteOf(() => startTestSystem(options));

/** The same, with the evidence log's first checkpoint. */
export const suiteSystemWithLog = (options: TestSystemOptions = {}): TestSystem =>
  suiteOf(() => startTestSystemWithLog(options));
