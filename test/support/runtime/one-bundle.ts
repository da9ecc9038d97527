import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import nodeHttp from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import { movedDate } from "#infra/local/moved-date.ts";
import type { Instance, InstanceOptions, StartInstance } from "#infra/local/runtime/instance.ts";
import { type Handler, ownProcess, run, withinTime } from "./in-thread.ts";
import { type Pace, pacedWaits, realPace } from "./pace.ts";

type Loads<T> = Readonly<Record<string, () => T>>;

/** A file of write-one-bundle.ts, as a function of what belongs to one instance. */
type Bundle = (
  exports: object,
  require: (name: string) => unknown,
  process: NodeJS.Process,
  date: DateConstructor,
  folder: string,
  file: string,
  wait: typeof setTimeout,
  signal: typeof AbortSignal,
  performance: { now: () => number },
) => void;

/** What belongs to the running instance, for the code that all instances share. */
type Own = Required<Pick<InstanceOptions, "environment" | "clock" | "http">> & { pace: Pace };

const nodeRequire = createRequire(import.meta.url);

/** What a process compiles and loads only once, even if a test gets modules of its own. */
const kept = globalThis as { oneBundle?: ReturnType<typeof nothingYet> };
kept.oneBundle ??= nothingYet();
const { own, bundles, commons } = kept.oneBundle;

function nothingYet() {
  return {
    own: new AsyncLocalStorage<Own>(),
    bundles: new Map<string, Bundle>(),
    commons: new Map<string, Loads<object>>(),
  };
}

const isHttp = (name: string): boolean => name === "http" || name === "node:http";

/**
 * Starts functions in this thread from one bundle of all of them (write-one-bundle.ts). Every instance
 * has its own copy of what has state. Libraries, domain and contract are loaded once per process, and
 * V8 optimises their code once. A system of some ten functions costs a quarter less than from separate
 * bundles.
 * @param pace the pace at which their waits pass
 */
export const startInOneBundle =
  (folder: string, pace: Pace = realPace): StartInstance =>
  ({ unit, clock, environment, http = nodeHttp, onLine }): Instance => {
    const start = (): Handler => {
      const common = commonOf(folder);
      const exports = {} as { functions: Loads<{ handler: Handler }> };
      const require = (name: string): unknown =>
        common[name]?.() ?? (isHttp(name) ? http : nodeRequire(name));
      const date = movedDate(clock.now);
      const waits = pacedWaits(pace);
      bundleOf(join(folder, "functions.js"))(
        exports,
        require,
        ownProcess(environment, onLine),
        date,
        // The files that lie beside a deployed function.
        join(folder, unit.id),
        join(folder, unit.id, "index.js"),
        waits.setTimeout,
        waits.AbortSignal,
        waits.performance,
      );
      const load = exports.functions[unit.id];
      if (load === undefined) throw new Error(`The bundle has no function ${unit.id}.`);
      return load().handler;
    };
    let handler: Handler | undefined;
    return {
      call: (invocation) =>
        own.run({ environment, clock, http, pace }, async () => {
          handler ??= start();
          const timeoutMs = invocation.timeoutMs * (pace.limits ?? 1);
          return withinTime(run(handler, unit.id, { ...invocation, timeoutMs }), timeoutMs);
        }),
      stop: async () => {},
    };
  };

/** Read and compiled once, so that V8 keeps for the next instance what it learns from one. */
function bundleOf(file: string): Bundle {
  const known = bundles.get(file);
  if (known !== undefined) return known;
  const text = `(function (exports, require, process, Date, __dirname, __filename, setTimeout, AbortSignal, performance) {${readFileSync(file, "utf8")}\n})`;
  const bundle = new Script(text, { filename: file }).runInThisContext() as Bundle;
  bundles.set(file, bundle);
  return bundle;
}

/** The shared code sees the process, the time and the HTTP of the instance that is running. */
function commonOf(folder: string): Loads<object> {
  const known = commons.get(folder);
  if (known !== undefined) return known;
  const exports = {} as { modules: Loads<object> };
  const request: typeof nodeHttp.request = (...given: unknown[]) =>
    Reflect.apply((own.getStore()?.http ?? nodeHttp).request, undefined, given);
  const http = { ...nodeHttp, request };
  const shown = Object.create(process, {
    env: { get: () => own.getStore()?.environment ?? process.env },
  }) as NodeJS.Process;
  const waits = pacedWaits({
    times: () => own.getStore()?.pace.times() ?? 1,
    // Longer waits of a library are time limits of a request.
    get longestMs() {
      return own.getStore()?.pace.longestMs ?? 2000;
    },
    get limits() {
      return own.getStore()?.pace.limits ?? 1;
    },
  });
  const file = join(folder, "common.js");
  bundleOf(file)(
    exports,
    (name) => (isHttp(name) ? http : nodeRequire(name)),
    shown,
    movedDate(() => own.getStore()?.clock.now() ?? Date.now()),
    folder,
    file,
    waits.setTimeout,
    waits.AbortSignal,
    performance,
  );
  const modules = Object.fromEntries(
    Object.entries(exports.modules).map(([name, load]) => [name, once(load)]),
  );
  commons.set(folder, modules);
  return modules;
}

/** Loads a module once: on a second request, esbuild would copy all that it exports again. */
function once(load: () => object): () => object {
  let loaded: object | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
