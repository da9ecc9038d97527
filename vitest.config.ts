import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { counselPageText } from "./infra/counsel-page.ts";
import { verifierDigest, verifierText } from "./infra/verifier.ts";
import { BUILD_AHEAD } from "./test/support/deployed-functions.ts";
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

/** Files share a process, one after the other; what one alters, leave-no-trace.ts puts back. */
const project = (name: string, include: string[], setup: string[] = []) => ({
  plugins: [verifier, counselPage],
  test: {
    name,
    include,
    pool: "forks" as const,
    isolate: false,
    // Short-lived objects, of which a call makes many, are collected less often (MB): a tenth of a test's cost.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    testTimeout: 120_000,
    // The first that needs the deployed functions may wait for their build.
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than cores: now and then one waits, for a page, a process or a time limit.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ["test/support/leave-no-trace.ts"],
    globalSetup: ["test/support/own-temporary-folder.ts", ...setup],
  },
});

const ofSystem = ["test/{bin,functions,infra,simulator}/**/*.test.ts"];
const ofShared = ["test/shared/**/*.test.ts"];
const ofArchitecture = ["test/architecture.test.ts"];
const build = ["test/support/build-once.ts"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // All tests share processes and what they have loaded; a part of them does not wait for the build.
    projects:
      process.env[BUILD_AHEAD] === "1"
        ? [project("all", [...ofSystem, ...ofShared, ...ofArchitecture], build)]
        : [
            project("architecture", ofArchitecture),
            project("shared", ofShared),
            project("system", ofSystem, build),
          ],
  },
});
