import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { counselPageText } from "./infra/counsel-page.ts";
import { verifierDigest, verifierText } from "./infra/verifier.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

/** What the build puts into the bundle, for tests that load a function's source. */
const counselPage = {
  name: "counsel-page",
  resolveId: (id: string) => (id === "virtual:counsel-page" ? `\0${id}` : null),
  load: async (id: string) => {
    if (id !== "\0virtual:counsel-page") return null;
    const texts = Object.entries(await counselPageText());
    return texts
      .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`)
      .join("\n");
  },
};

const verifierModules: Readonly<Record<string, () => Promise<string>>> = {
  "virtual:verifier": verifierText,
  "virtual:verifier-digest": verifierDigest,
};

const verifier = {
  name: "verifier",
  resolveId: (id: string) => (id in verifierModules ? `\0${id}` : null),
  load: async (id: string) => {
    const text = verifierModules[id.slice(1)];
    return text === undefined ? null : `export default ${JSON.stringify(await text())}`;
  },
};

/**
 * Test files that alter the process they run in (its environment, clock or modules) or run handlers
 * in it: each has a process of its own. All others share one with the files before and after them.
 */
const alters =
  /support\/in-process|\bvi\.(?:mock|stubEnv|stubGlobal|useFakeTimers)\b|process\.chdir/;
const altering = globSync("test/**/*.test.ts").filter((file) =>
  alters.test(readFileSync(file, "utf8")),
);

/** A file waits a good part of its time, for threads and for the table: four keep two cores busy. */
const maxWorkers = availableParallelism() + 2;

const project = (
  name: string,
  include: string[],
  { globalSetup = [], ...more }: { globalSetup?: string[]; [option: string]: unknown } = {},
) => ({
  plugins: [verifier, counselPage],
  test: {
    name,
    include,
    pool: "forks" as const,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers,
    globalSetup: ["test/support/own-temporary-folder.ts", ...globalSetup],
    ...more,
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project("architecture", ["test/architecture.test.ts"]),
      // Pure code: its files share a process.
      project("domain", ["test/shared/domain/**/*.test.ts"], { isolate: false }),
      project("shared", ["test/shared/**/*.test.ts"], {
        exclude: ["test/shared/domain/**", ...altering],
        isolate: false,
      }),
      project("http", ["test/functions/**/*.test.ts"], {
        exclude: ["test/functions/*/page/**", "test/functions/console/**", ...altering],
        globalSetup: ["test/support/build-once.ts"],
        isolate: false,
      }),
      project("altering", altering, {
        testTimeout: 120_000,
        globalSetup: ["test/support/build-once.ts"],
      }),
      project("browser", ["test/functions/{reviews/page,service/page,console}/*.test.ts"], {
        globalSetup: ["test/support/build-once.ts", "test/support/browser-once.ts"],
        isolate: false,
        // Some pages wait while others compute; more only slow each other down.
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
      }),
      project("infra", ["test/infra/**/*.test.ts", "test/bin/**/*.test.ts"], {
        exclude: ["test/infra/aws/**", ...altering],
        globalSetup: ["test/support/build-once.ts"],
        isolate: false,
        testTimeout: 120_000,
      }),
      // Files share a process: loading the CDK takes longer than the tests do.
      project("aws", ["test/infra/aws/**/*.test.ts"], {
        globalSetup: ["test/support/build-once.ts"],
        isolate: false,
        testTimeout: 120_000,
      }),
    ],
  },
});
