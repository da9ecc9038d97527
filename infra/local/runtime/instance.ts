import type http from "node:http";
import type { FunctionUnit } from "#infra/functions.ts";
import type { LocalClock } from "#infra/local/clock.ts";

/** One running copy of a function: it answers one event at a time, as a Lambda instance does. */
export interface Instance {
  /** @throws FunctionError when the function's process ends or it runs out of time */
  call(invocation: Invocation): Promise<Invoked>;
  stop(): Promise<unknown>;
}

export interface Invocation {
  event: unknown;
  requestId: string;
  timeoutMs: number;
}

/** What a handler returned, in JSON form, or the error that it threw. */
export type Invoked = { result: unknown } | { error: { name: string; message: string } };

/** What an instance needs to start. */
export interface InstanceOptions {
  unit: FunctionUnit;
  /** The bundles' folder. */
  dist: string;
  clock: LocalClock;
  /** The whole environment that the function sees. */
  environment: Record<string, string>;
  /** The `node:http` that the function gets if it runs in this thread. */
  http?: typeof http;
  /** Called with each log line. */
  onLine: (line: string) => void;
  /** Called when the instance ends, whether it was stopped or failed. */
  onEnd: (reason: string) => void;
}

export type StartInstance = (options: InstanceOptions) => Instance;

export class FunctionError extends Error {
  readonly timedOut: boolean;
  constructor(message: string, timedOut = false) {
    super(message);
    this.name = "FunctionError";
    this.timedOut = timedOut;
  }
}
