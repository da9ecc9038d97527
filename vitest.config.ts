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

/** What waits a good part of its time, for a page, a process or a time limit: twice as many keep the cores busy. */
const waiting = [
  "test/bin/**/*.test.ts",
  "test/functions/{console,discovery,eventbus,extractors}/**/*.test.ts",
  "test/functions/{reviews,rooms,service}/page/**/*.test.ts",
];

const built = ["test/support/build-once.ts"];

interface Files {
  include: string[];
  exclude?: string[];
  /** What is run before the first of them. */
  setup?: string[];
  areWaiting?: boolean;
}

/** Files share a process, one after the other; what one alters, leave-no-trace.ts puts back. */
const project = (name: string, files: Files) => ({
  plugins: [verifier, counselPage],
  test: {
    name,
    include: files.include,
    exclude: files.exclude ?? [],
    pool: "forks" as const,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: availableParallelism() * (files.areWaiting === true ? 2 : 1),
    // Of as many processes each, one group after the other.
    sequence: { groupOrder: files.areWaiting === true ? 0 : 1 },
    setupFiles: ["test/support/leave-no-trace.ts"],
    globalSetup: ["test/support/own-temporary-folder.ts", ...(files.setup ?? [])],
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project("architecture", { include: ["test/architecture.test.ts"] }),
      project("shared", { include: ["test/shared/**/*.test.ts"] }),
      project("waiting", { include: waiting, setup: built, areWaiting: true }),
      project("system", {
        include: ["test/{functions,infra}/**/*.test.ts"],
        exclude: waiting,
        setup: built,
      }),
    ],
  },
});
