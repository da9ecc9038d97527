import type { Worker } from "node:worker_threads";
import { type ProviderThreads, threadOfItsOwn } from "#infra/local/sign-in/provider.ts";
import type { Order, Told } from "#infra/local/sign-in/provider-worker.ts";

/** Threads that serve no system at present. They outlive the modules of a test file. */
const kept = globalThis as { restingSignIns?: Set<Worker> };
const own = threadOfItsOwn();

/**
 * Sign-in threads that serve the systems of a process one after the other: starting a thread costs as
 * much as starting three systems.
 */
export const keptSignInThreads: ProviderThreads = {
  start: (data) => {
    kept.restingSignIns ??= new Set();
    const [worker] = kept.restingSignIns;
    if (worker === undefined) return own.start(data);
    kept.restingSignIns.delete(worker);
    worker.removeAllListeners("exit");
    worker.ref();
    worker.postMessage(data satisfies Order);
    return worker;
  },
  end: async (worker) => {
    for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
    await new Promise<void>((rests) => {
      worker.once("exit", () => rests());
      worker.on("message", (told: Told) => {
        if (!("rests" in told)) return;
        kept.restingSignIns?.add(worker);
        rests();
      });
      worker.postMessage("rest" satisfies Order);
    });
    worker.removeAllListeners("message");
    worker.once("exit", () => kept.restingSignIns?.delete(worker));
    worker.unref();
  },
};
