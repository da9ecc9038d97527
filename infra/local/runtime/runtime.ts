import { randomUUID } from "node:crypto";
import type http from "node:http";
import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import type { LocalClock } from "#infra/local/clock.ts";
import { FunctionError, type Instance, type Invoked, type StartInstance } from "./instance.ts";

/** Runs the functions as Lambda would: one event at a time per instance, more under load. */
export interface Runtime {
  /** @throws FunctionError when the function fails or times out. */
  invoke(id: string, event: unknown, requestId?: string): Promise<unknown>;
  /** Ends every idle instance together with its caches. A busy one ends after its call. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface RuntimeOptions {
  dist: string;
  clock: LocalClock;
  environmentOf: (unit: FunctionUnit) => Record<string, string>;
  /** The `node:http` that functions in this thread get. */
  http?: typeof http;
  /** Called with each log line of a function. */
  onLine: (line: string, functionId: string) => void;
  /** Starts a thread for each instance, or runs all instances in this thread. */
  startInstance: StartInstance;
}

interface Idle {
  instance: Instance;
  timer: NodeJS.Timeout;
}

const MAX_INSTANCES = 8;
const IDLE_MS = 120_000;

export function startRuntime(options: RuntimeOptions): Runtime {
  const pools = new Map(functionUnits.map((unit) => [unit.id, new Pool(unit, options)]));
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

/** The instances of one function. */
class Pool {
  readonly #idle: Idle[] = [];
  readonly #all = new Set<Instance>();
  readonly #queue: ((instance: Instance) => void)[] = [];
  /** Busy instances that will end after their call. */
  readonly #outdated = new Set<Instance>();
  readonly #unit: FunctionUnit;
  readonly #options: RuntimeOptions;
  #isClosing = false;

  constructor(unit: FunctionUnit, options: RuntimeOptions) {
    this.#unit = unit;
    this.#options = options;
  }

  async invoke(event: unknown, requestId: string): Promise<unknown> {
    const instance = await this.#acquire();
    const timeoutMs = this.#unit.timeoutSeconds * 1000;
    let invoked: Invoked;
    try {
      invoked = await instance.call({ event, requestId, timeoutMs });
    } catch (error) {
      this.#outdated.delete(instance);
      this.#discard(instance);
      throw error;
    }
    if (this.#outdated.delete(instance)) this.#discard(instance);
    else this.#release(instance);
    if ("error" in invoked)
      throw new FunctionError(`${invoked.error.name}: ${invoked.error.message}`);
    return invoked.result;
  }

  async renew(): Promise<void> {
    const waiting = this.#idle.map(({ instance }) => instance);
    for (const instance of this.#all) if (!waiting.includes(instance)) this.#outdated.add(instance);
    await Promise.all(waiting.map((instance) => this.#stop(instance)));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#all].map((instance) => this.#stop(instance)));
  }

  #start(): Instance {
    const { dist, clock, environmentOf, http, startInstance } = this.#options;
    const instance = startInstance({
      unit: this.#unit,
      dist,
      clock,
      environment: environmentOf(this.#unit),
      ...(http === undefined ? {} : { http }),
      onLine: (line) => this.#write(line),
      // A call in progress fails by itself. Between two calls, nobody else would notice the end.
      onEnd: (reason) => {
        if (this.#forget(instance)) this.#write(endOf(this.#unit.id, reason));
      },
    });
    this.#all.add(instance);
    return instance;
  }

  #write(line: string): void {
    this.#options.onLine(line, this.#unit.id);
  }

  /** Whether the instance was waiting for a call. */
  #forget(instance: Instance): boolean {
    const index = this.#idle.findIndex((one) => one.instance === instance);
    for (const { timer } of index < 0 ? [] : this.#idle.splice(index, 1)) clearTimeout(timer);
    this.#all.delete(instance);
    return index >= 0;
  }

  #stop(instance: Instance): Promise<unknown> {
    this.#forget(instance);
    return instance.stop();
  }

  #stopUnawaited(instance: Instance): void {
    this.#stop(instance).catch((error: unknown) =>
      this.#write(endOf(this.#unit.id, String(error))),
    );
  }

  async #acquire(): Promise<Instance> {
    if (this.#isClosing) throw new Error("The run is ending.");
    const free = this.#idle.pop();
    if (free !== undefined) {
      clearTimeout(free.timer);
      return free.instance;
    }
    if (this.#all.size < MAX_INSTANCES) return this.#start();
    return new Promise((run) => this.#queue.push(run));
  }

  #release(instance: Instance): void {
    const next = this.#queue.shift();
    if (next !== undefined) {
      next(instance);
      return;
    }
    const timer = setTimeout(() => this.#stopUnawaited(instance), IDLE_MS).unref();
    this.#idle.push({ instance, timer });
  }

  /** Stops a broken instance; if a caller is waiting, starts a new one for it. */
  #discard(instance: Instance): void {
    this.#stopUnawaited(instance);
    const next = this.#isClosing ? undefined : this.#queue.shift();
    if (next !== undefined) next(this.#start());
  }
}
