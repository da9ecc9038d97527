import { randomUUID } from "node:crypto";
import type http from "node:http";
import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import type { LocalClock } from "#infra/local/clock.ts";
import { FunctionError, type Instance, type Invoked, type StartInstance } from "./instance.ts";

/** Runs the functions as Lambda would: one event at a time per instance, more under load. */
export interface Runtime {
  /** @throws FunctionError when the function fails or times out. */
  invoke(id: string, event: unknown, requestId?: string): Promise<unknown>;
  /** Ends every idle instance, and with it what it has cached; a busy one ends with its call. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface RuntimeOptions {
  dist: string;
  clock: LocalClock;
  environmentOf: (unit: FunctionUnit) => Record<string, string>;
  /** What functions in this thread get for `node:http`. */
  http?: typeof http;
  /** Called with each log line of a function. */
  onLine: (line: string, functionId: string) => void;
  /** A thread for each instance, or all of them in this thread. */
  startInstance: StartInstance;
}

interface Idle {
  instance: Instance;
  timer: NodeJS.Timeout;
}

const MAX_INSTANCES = 8;
const IDLE_MS = 120_000;

export function startRuntime(options: RuntimeOptions): Runtime {
  const pools = new Map(functionUnits.map((unit) => [unit.id, startPool(unit, options)]));
  return {
    invoke: async (id, event, requestId = randomUUID()) => {
      const pool = pools.get(id);
      if (pool === undefined) throw new Error(`There is no function ${id}.`);
      return pool.invoke(event, requestId);
    },
    renew: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.renew()));
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

const endOf = (id: string, reason: string): string =>
  JSON.stringify({
    level: "error",
    event: "local_run",
    message: `An instance of ${id} has ended between two calls (${reason}); the next call starts another.`,
  });

function startPool(unit: FunctionUnit, options: RuntimeOptions) {
  const { dist, clock, environmentOf, http, onLine, startInstance } = options;
  const idle: Idle[] = [];
  const all = new Set<Instance>();
  const queue: ((instance: Instance) => void)[] = [];
  /** Busy instances that end with their call. */
  const outdated = new Set<Instance>();
  let closing = false;

  const start = (): Instance => {
    const instance = startInstance({
      unit,
      dist,
      clock,
      environment: environmentOf(unit),
      ...(http === undefined ? {} : { http }),
      onLine: (line) => onLine(line, unit.id),
      // A call in progress fails by itself; between two calls nobody else would notice.
      onEnd: (reason) => {
        if (forget(instance)) onLine(endOf(unit.id, reason), unit.id);
      },
    });
    all.add(instance);
    return instance;
  };

  /** Whether the instance was waiting for a call. */
  const forget = (instance: Instance): boolean => {
    const index = idle.findIndex((one) => one.instance === instance);
    for (const { timer } of index < 0 ? [] : idle.splice(index, 1)) clearTimeout(timer);
    all.delete(instance);
    return index >= 0;
  };

  const stop = (instance: Instance): Promise<unknown> => {
    forget(instance);
    return instance.stop();
  };

  const stopUnawaited = (instance: Instance): void => {
    stop(instance).catch((error: unknown) => onLine(endOf(unit.id, String(error)), unit.id));
  };

  const acquire = async (): Promise<Instance> => {
    if (closing) throw new Error("The run is ending.");
    const free = idle.pop();
    if (free !== undefined) {
      clearTimeout(free.timer);
      return free.instance;
    }
    if (all.size < MAX_INSTANCES) return start();
    return new Promise((run) => queue.push(run));
  };

  const release = (instance: Instance): void => {
    const next = queue.shift();
    if (next !== undefined) {
      next(instance);
      return;
    }
    idle.push({ instance, timer: setTimeout(() => stopUnawaited(instance), IDLE_MS).unref() });
  };

  /** Stops a broken instance; if a caller is waiting, starts a new one for it. */
  const discard = (instance: Instance): void => {
    stopUnawaited(instance);
    const next = closing ? undefined : queue.shift();
    if (next !== undefined) next(start());
  };

  return {
    invoke: async (event: unknown, requestId: string): Promise<unknown> => {
      const instance = await acquire();
      let invoked: Invoked;
      try {
        invoked = await instance.call({
          event,
          requestId,
          timeoutMs: unit.timeoutSeconds * 1000,
        });
      } catch (error) {
        outdated.delete(instance);
        discard(instance);
        throw error;
      }
      if (outdated.delete(instance)) discard(instance);
      else release(instance);
      if ("error" in invoked)
        throw new FunctionError(`${invoked.error.name}: ${invoked.error.message}`);
      return invoked.result;
    },
    renew: async () => {
      const waiting = idle.map(({ instance }) => instance);
      for (const instance of all) if (!waiting.includes(instance)) outdated.add(instance);
      await Promise.all(waiting.map(stop));
    },
    close: async () => {
      closing = true;
      await Promise.all([...all].map(stop));
    },
  };
}
