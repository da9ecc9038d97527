import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Filled } from "#infra/local/sample/sample.ts";
import { sized } from "./full-size.ts";
import { expectStatus } from "./review-fixture.ts";
import { startTestSystem, type TestSystem } from "./system.ts";

/**
 * Fills an empty test system with the sample half year: 5 counsel, 48 reviews in every state, 2 panels,
 * amendments, 2 tenants with connections, deliveries and runs.
 */
export async function fillHalfYear(system: TestSystem): Promise<Filled> {
  return filledBy(system, false);
}

async function filledBy(system: TestSystem, is_short: boolean): Promise<Filled> {
  const answer = system.api()("POST", "/_local/sample", { is_short });
  return (await expectStatus(answer, 200)).body;
}

/** Whether {@link halfYearFolder} contains a third of the half year. Every state occurs in it. */
export const isShort = sized(false, true);

/**
 * A state folder, the caller's own, of a system that contains the sample half year (the whole of it in
 * the bench). The first caller of a test run fills it, and every caller gets a copy. It is removed with
 * the run's temporary folder.
 */
export async function halfYearFolder(): Promise<string> {
  const filled = await filledOnce(join(tmpdir(), "half-year"));
  const own = mkdtempSync(join(tmpdir(), "half-year-of-"));
  cpSync(filled, own, { recursive: true });
  return own;
}

/** The log lines of the system that was filled, from a folder of {@link halfYearFolder}. */
export const linesOfHalfYear = (folder: string): TestSystem["lines"] =>
  JSON.parse(readFileSync(join(folder, LINES), "utf8"));

const LINES = "lines-of-filling.json";

async function filledOnce(folder: string): Promise<string> {
  while (!existsSync(folder)) {
    if (isFirst(`${folder}.lock`)) await fill(folder);
    else await wait(50);
  }
  return folder;
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

async function fill(folder: string): Promise<void> {
  const filling = `${folder}.new`;
  try {
    const system = await startTestSystem({ stateDir: filling });
    await filledBy(system, isShort).finally(() => system.close());
    writeFileSync(join(filling, LINES), JSON.stringify(system.lines));
    renameSync(filling, folder);
  } finally {
    rmSync(filling, { recursive: true, force: true });
    rmSync(`${folder}.lock`, { recursive: true });
  }
}
