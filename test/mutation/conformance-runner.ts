import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { conformanceRuns, namesIn } from "#test/conformance/run.ts";

/*
 * A test runner of Stryker's: the conformance files, judged by the verifier's sources in one process. A
 * run of Vitest for each change would take a hundred times as long.
 */

/** What altered code reads to know the active change, and where it notes changes it reaches. */
interface Shared {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: object;
}

interface MutantRun {
  /** The cases that reach the change. */
  testFilter?: readonly string[];
  activeMutant: { id: string };
  hitLimit?: number;
}

type Main = (words: readonly string[]) => Promise<number>;

const said: string[] = [];
let input = "";

/** Loads the command, with our own standard input and output. */
async function load(): Promise<Main> {
  const { readFileSync } = fs;
  fs.readFileSync = ((file: number, ...more: []) =>
    file === 0 ? input : readFileSync(file, ...more)) as typeof readFileSync;
  syncBuiltinESMExports();
  console.log = console.error = (text: string) => said.push(text);
  const { main } = await import("#functions/evidence/verifier/main.ts");
  return main;
}

const runs = new Map(conformanceRuns().map((run) => [run.one.id, run]));

/** How a case ends differently from what is expected; null: it ends as expected. */
async function faultOf(main: Main, id: string): Promise<string | null> {
  const { one, words, stdin } = runs.get(id) as NonNullable<ReturnType<typeof runs.get>>;
  input = stdin;
  said.length = 0;
  const code = await main(words).catch((error: Error) => error.message);
  if (code !== one.exit) return `${one.what}: ${code} in place of ${one.exit}`;
  const report = said.join("\n");
  const names = namesIn(report).join(" ");
  if (names !== one.names.join(" ")) return `${one.what}: ${names} in place of ${one.names}`;
  return report.includes(one.finding ?? "") ? null : `${one.what}: no ${one.finding}`;
}

function runner() {
  let loaded: Promise<Main> | undefined;
  const all = globalThis as unknown as { __stryker__?: Shared };
  all.__stryker__ ??= {};
  const shared = all.__stryker__;
  return {
    capabilities: () => ({ reloadEnvironment: false }),
    async dryRun() {
      // Code that runs while the modules load belongs to no case.
      loaded ??= load();
      const main = await loaded;
      const tests = [];
      for (const [id, { one }] of runs) {
        shared.currentTestId = id;
        const began = performance.now();
        const failureMessage = await faultOf(main, id);
        const timeSpentMs = performance.now() - began;
        const status = failureMessage === null ? 0 : 1;
        tests.push({ id, name: `${id} ${one.what}`, timeSpentMs, status, failureMessage });
      }
      shared.currentTestId = undefined;
      return { status: "complete", tests, mutantCoverage: shared.mutantCoverage };
    },
    async mutantRun({ testFilter = [...runs.keys()], activeMutant, hitLimit }: MutantRun) {
      loaded ??= load();
      const main = await loaded;
      Object.assign(shared, { activeMutant: activeMutant.id, hitLimit, hitCount: 0 });
      for (const [at, id] of testFilter.entries()) {
        const failureMessage = await faultOf(main, id);
        if (failureMessage !== null) {
          return { status: "killed", killedBy: [id], failureMessage, nrOfTests: at + 1 };
        }
      }
      return { status: "survived", nrOfTests: testFilter.length };
    },
  };
}
export const strykerPlugins = [{ kind: "TestRunner", name: "conformance", factory: runner }];
