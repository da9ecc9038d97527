import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ThreadData } from "./conflicting-dynamodb-thread.ts";

export interface ConflictingDynamodb {
  url: string;
  /** How many writes were refused because of a transaction under way. */
  conflicts(): number;
  close(): Promise<void>;
}

/**
 * A proxy for the embedded database that behaves like AWS: while a transaction is in progress it
 * locks its items, condition checks included, and any other write to one of them is refused with
 * TransactionConflict. It has a thread of its own, so that callers who keep this one busy do not
 * also lengthen the transactions.
 */
export async function startConflictingDynamodb(target: string): Promise<ConflictingDynamodb> {
  const conflicts = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("./conflicting-dynamodb-thread.ts", import.meta.url), {
    workerData: { target, conflicts } satisfies ThreadData,
  });
  const [port] = (await once(worker, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    conflicts: () => Atomics.load(conflicts, 0),
    close: async () => {
      await worker.terminate();
    },
  };
}
