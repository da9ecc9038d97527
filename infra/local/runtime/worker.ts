/*
 * One instance of one function: its real bundle in a thread with its own environment, module graph and
 * `Date`. Only the clock is altered, so that the local run can move time.
 *
 * This file imports types only. The build strips the types, and every thread starts from the resulting
 * text, which halves a thread's cost (otherwise each would load and strip a TypeScript file).
 */

import type { Invocation, Invoked } from "./instance.ts";

const { createRequire } = process.getBuiltinModule("node:module");
const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");

export interface WorkerData {
  bundle: string;
  functionName: string;
  clockOffset: Float64Array;
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const { bundle, functionName, clockOffset } = workerData as WorkerData;
const RealDate = Date;
const movedNow = (): number => RealDate.now() + (clockOffset[0] ?? 0);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [movedNow()] : given, newTarget),
  apply: () => new RealDate(movedNow()).toString(),
  get: (target, key, receiver) => (key === "now" ? movedNow : Reflect.get(target, key, receiver)),
});

const { handler } = createRequire(bundle)(bundle) as { handler: Handler };

parentPort?.on("message", async ({ event, requestId, timeoutMs }: Invocation) => {
  const deadline = RealDate.now() + timeoutMs;
  const context = {
    functionName,
    functionVersion: "$LATEST",
    awsRequestId: requestId,
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: "512",
    getRemainingTimeInMillis: () => deadline - RealDate.now(),
  };
  parentPort?.postMessage(await invoke(event, context));
});

async function invoke(event: unknown, context: unknown): Promise<Invoked> {
  try {
    const result = await handler(event, context);
    return { result: result === undefined ? null : JSON.parse(JSON.stringify(result)) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { error: { name, message } };
  }
}
