import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type PartEnds, watchPart } from "#infra/local/watch-part.ts";
import type { Order, Told } from "./provider-worker.ts";
import type { ProviderData } from "./serve-provider.ts";

/** The provider answers below this path of the gateway. */
export const PROVIDER_MOUNT = "/_local/sign-in";

/** How long the thread may take to write its state when the run ends. */
const ENDING_MS = 2000;

/** The local run's sign-in provider. Its thread starts with the first request. */
export interface SignInProvider {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<unknown>;
}

/** Starts the provider's threads, and ends a thread that is no longer needed. */
export interface ProviderThreads {
  start(data: ProviderData): Worker;
  end(worker: Worker): Promise<unknown>;
}

/** A thread for each system. It ends with its system. */
export const threadOfItsOwn = (
  script = new URL("./provider-worker.ts", import.meta.url),
): ProviderThreads => ({
  start: (workerData) => new Worker(script, { workerData, stdout: true, stderr: true }),
  end: async (worker) => {
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage("end" satisfies Order);
    await Promise.race([ended, wait(ENDING_MS, null, { ref: false })]);
    await worker.terminate();
  },
});

interface Running {
  worker: Worker;
  port: Promise<number>;
  ended: Promise<void>;
}

/** How often we send a request that changes nothing if the thread ends in the meantime. */
const ATTEMPTS = 3;

/** If a thread ends without an order, this is reported, and the next request starts it again. */
export function createProvider(
  dataOf: () => ProviderData,
  ends: PartEnds,
  threads: ProviderThreads = threadOfItsOwn(),
): SignInProvider {
  let running: Running | null = null;
  let isClosing = false;
  let isLost = false;
  const watch = watchPart("The sign-in", ends);

  const start = (): Running => {
    const worker = threads.start(dataOf());
    let reason = "";
    const ended = new Promise<void>((resolve) => {
      worker.once("exit", () => resolve());
    });
    const port = new Promise<number>((resolve, reject) => {
      worker.on("message", (told: Told) => {
        if ("fault" in told) return ends.onFault(new Error(told.fault));
        if (!("port" in told)) return;
        watch.started();
        resolve(told.port);
      });
      worker.once("error", (error: Error) => {
        reason = error.message;
      });
      worker.once("exit", (code) => {
        running = null;
        reason ||= `code ${code}`;
        reject(new Error(`The sign-in has ended (${reason}).`));
        if (!isClosing) isLost = !watch.ended(reason);
      });
    });
    // A caller that waits for the port gets the error. If nobody waits, the watch has reported it.
    port.catch(() => {});
    return { worker, port, ended };
  };
  return {
    serve: async (request, response) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          running ??= start();
          return await forward(request, response, await running.port);
        } catch (error) {
          const isLast = request.method !== "GET" || attempt === ATTEMPTS;
          if (isLast || isLost || isClosing || response.headersSent) throw error;
          // Nobody listens any more: the thread is about to end, or has already ended.
          if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") await running?.ended;
        }
      }
    },
    close: async () => {
      isClosing = true;
      if (running === null) return;
      await threads.end(running.worker);
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const { method, headers, url: path } = request;
  return new Promise<void>((resolve, reject) => {
    const forwarded = ask({ host: "127.0.0.1", port, method, headers, path }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on("end", resolve).on("error", reject);
    });
    forwarded.on("error", reject);
    if (method === "GET" || method === "HEAD") forwarded.end();
    else request.pipe(forwarded);
  });
}
