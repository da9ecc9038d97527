import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { moveDate } from "./moved-date.ts";

/*
 * One instance of one function: its real bundle in a thread with an environment, a module graph and
 * a `Date` of its own. Only the clock is bent, so that the local run can move time.
 */

export interface WorkerData {
  bundle: string;
  functionName: string;
  clockOffset: Float64Array;
}

export interface Invocation {
  event: unknown;
  requestId: string;
  timeoutMs: number;
}

export type Invoked = { result: unknown } | { error: { name: string; message: string } };

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const { bundle, functionName, clockOffset } = workerData as WorkerData;
const RealDate = Date;
moveDate(clockOffset);

const { handler } = createRequire(import.meta.url)(bundle) as { handler: Handler };

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
