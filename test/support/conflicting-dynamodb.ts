import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ThreadData } from "./conflicting-dynamodb-thread.ts";

export interface ConflictingDynamodb {
  url: string;
  /** How many writes were refused because a transaction was in progress. */
  conflicts(): number;
  /**
   * Runs concurrent callers. Until the first conflict, a transaction stays in progress until every
   * caller has one in progress or has ended, so that they meet however fast each of them is.
   */
  gather<T>(callers: readonly (() => Promise<T>)[]): Promise<T[]>;
  close(): Promise<void>;
}

/**
 * A proxy for the embedded database that behaves like AWS: while a transaction is in progress it
 * locks its items, condition checks included, and any other write to one of them is refused with
 * TransactionConflict. It has a thread of its own, so that callers who keep this one busy do not
 * also lengthen the transactions.
 */
export async function startConflictingDynamodb(target: string): Promise<ConflictingDynamodb> {
  const counts = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL("./conflicting-dynamodb-thread.ts", import.meta.url), {
    workerData: { target, counts } satisfies ThreadData,
  });
  const [port] = (await once(worker, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    conflicts: () => Atomics.load(counts, 0),
    gather: (callers) => {
      Atomics.store(counts, 1, callers.length);
      return Promise.all(callers.map((call) => call().finally(() => Atomics.sub(counts, 1, 1))));
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
