import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import type { LocalClock } from "./clock.ts";
import type { Invocation, Invoked, WorkerData } from "./worker.ts";

/** Runs the functions as Lambda would: one event at a time per instance, more under load. */
export interface Runtime {
  /** @throws FunctionError when the function fails or times out. */
  invoke(id: string, event: unknown, requestId?: string): Promise<unknown>;
  close(): Promise<void>;
}

export class FunctionError extends Error {
  readonly timedOut: boolean;
  constructor(message: string, timedOut = false) {
    super(message);
    this.name = "FunctionError";
    this.timedOut = timedOut;
  }
}

export interface RuntimeOptions {
  dist: string;
  clock: LocalClock;
  environmentOf: (unit: FunctionUnit) => Record<string, string>;
  /** Called with each log line of a function. */
  onLine: (line: string, functionId: string) => void;
}

interface Instance {
  worker: Worker;
  idle: NodeJS.Timeout | null;
}

interface Waiting {
  run: (instance: Instance) => void;
}

const MAX_INSTANCES = 8;
const IDLE_MS = 120_000;

export function startRuntime(options: RuntimeOptions): Runtime {
  const workerText = readFileSync(join(options.dist, "worker.js"), "utf8");
  const pools = new Map(
    functionUnits.map((unit) => [unit.id, startPool(unit, workerText, options)]),
  );
  return {
    invoke: async (id, event, requestId = randomUUID()) => {
      const pool = pools.get(id);
      if (pool === undefined) throw new Error(`There is no function ${id}.`);
      return pool.invoke(event, requestId);
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

function startPool(unit: FunctionUnit, workerText: string, options: RuntimeOptions) {
  const free: Instance[] = [];
  const all = new Set<Instance>();
  const queue: Waiting[] = [];
  let closing = false;

  const start = (): Instance => {
    const data: WorkerData = {
      bundle: join(options.dist, unit.id, "index.js"),
      functionName: unit.id,
      clockOffset: options.clock.offset,
    };
    const worker = new Worker(workerText, {
      eval: true,
      workerData: data,
      env: options.environmentOf(unit),
      stdout: true,
      stderr: true,
      execArgv: [],
    });
    for (const stream of [worker.stdout, worker.stderr]) {
      createInterface({ input: stream }).on("line", (line) => options.onLine(line, unit.id));
    }
    const instance: Instance = { worker, idle: null };
    all.add(instance);
    return instance;
  };

  const stop = (instance: Instance): Promise<unknown> => {
    all.delete(instance);
    if (free.includes(instance)) free.splice(free.indexOf(instance), 1);
    if (instance.idle) clearTimeout(instance.idle);
    return instance.worker.terminate();
  };

  const acquire = (): Promise<Instance> => {
    const instance = free.pop();
    if (instance !== undefined) {
      if (instance.idle) clearTimeout(instance.idle);
      return Promise.resolve(instance);
    }
    if (all.size < MAX_INSTANCES) return Promise.resolve(start());
    return new Promise((run) => queue.push({ run }));
  };

  const release = (instance: Instance): void => {
    const next = queue.shift();
    if (next !== undefined) {
      next.run(instance);
      return;
    }
    free.push(instance);
    instance.idle = setTimeout(() => void stop(instance), IDLE_MS).unref();
  };

  /** Stops a broken instance; if a caller is waiting, starts a new one for it. */
  const discard = (instance: Instance): void => {
    void stop(instance);
    const next = closing ? undefined : queue.shift();
    if (next !== undefined) next.run(start());
  };

  return {
    invoke: async (event: unknown, requestId: string): Promise<unknown> => {
      const instance = await acquire();
      let invoked: Invoked;
      try {
        invoked = await callWorker(instance.worker, event, requestId, unit.timeoutSeconds * 1000);
      } catch (error) {
        discard(instance);
        throw error;
      }
      release(instance);
      if ("error" in invoked)
        throw new FunctionError(`${invoked.error.name}: ${invoked.error.message}`);
      return invoked.result;
    },
    close: async () => {
      closing = true;
      await Promise.all([...all].map(stop));
    },
  };
}

function callWorker(
  worker: Worker,
  event: unknown,
  requestId: string,
  timeoutMs: number,
): Promise<Invoked> {
  return new Promise((resolve, reject) => {
    const done = (finish: () => void) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      finish();
    };
    const onMessage = (invoked: Invoked) => done(() => resolve(invoked));
    const onError = (error: Error) => done(() => reject(new FunctionError(error.message)));
    const onExit = () => done(() => reject(new FunctionError("The function's process ended.")));
    const timer = setTimeout(
      () => done(() => reject(new FunctionError("The function timed out.", true))),
      timeoutMs,
    );
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage({ event, requestId, timeoutMs } satisfies Invocation);
  });
}
