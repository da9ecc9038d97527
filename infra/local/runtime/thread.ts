import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import {
  FunctionError,
  type Instance,
  type InstanceOptions,
  type Invocation,
  type Invoked,
} from "./instance.ts";
import type { WorkerData } from "./worker.ts";

const texts = new Map<string, string>();

/** The script that every thread starts from: `worker.ts`, as the build left it. */
function workerText(dist: string): string {
  const text = texts.get(dist) ?? readFileSync(join(dist, "worker.js"), "utf8");
  texts.set(dist, text);
  return text;
}

/** Starts an instance in a thread of its own, with its own globals, environment and `Date`. */
export function startThread(options: InstanceOptions): Instance {
  const { unit, dist, clock, environment, onLine, onEnd } = options;
  const data: WorkerData = {
    bundle: join(dist, unit.id, "index.js"),
    functionName: unit.id,
    clockOffset: clock.offset,
  };
  const worker = new Worker(workerText(dist), {
    eval: true,
    workerData: data,
    env: environment,
    stdout: true,
    stderr: true,
    execArgv: [],
  });
  for (const stream of [worker.stdout, worker.stderr]) {
    createInterface({ input: stream }).on("line", onLine);
  }
  let reason = "";
  worker.on("error", (error: Error) => {
    reason = error.message;
  });
  worker.on("exit", (code) => onEnd(reason || `code ${code}`));
  return { call: (invocation) => callWorker(worker, invocation), stop: () => worker.terminate() };
}

function callWorker(worker: Worker, invocation: Invocation): Promise<Invoked> {
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
      invocation.timeoutMs,
    );
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage(invocation);
  });
}
