import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { Worker } from "node:worker_threads";
import type { ProviderData, Told } from "./provider-worker.ts";

/** The provider answers below this path of the gateway. */
export const PROVIDER_MOUNT = "/_local/sign-in";

/** The sign-in provider of the local run; its thread starts with the first request to it. */
export interface SignInProvider {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<unknown>;
}

export function createProvider(
  dataOf: () => ProviderData,
  onFault: (error: Error) => void,
): SignInProvider {
  let running: { worker: Worker; port: Promise<number> } | null = null;
  const start = () => {
    const worker = new Worker(new URL("./provider-worker.ts", import.meta.url), {
      workerData: dataOf(),
      stdout: true,
      stderr: true,
    });
    const port = new Promise<number>((resolve, reject) => {
      worker.on("message", (told: Told) => {
        if ("port" in told) resolve(told.port);
        else onFault(new Error(told.fault));
      });
      worker.once("error", reject);
    });
    return { worker, port };
  };
  return {
    serve: async (request, response) => {
      running ??= start();
      const { method, headers, url: path } = request;
      const port = await running.port;
      await new Promise<void>((resolve, reject) => {
        const forwarded = ask({ host: "127.0.0.1", port, method, headers, path }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
          answer.on("end", resolve).on("error", reject);
        });
        forwarded.on("error", reject);
        request.pipe(forwarded);
      });
    },
    close: async () => running?.worker.terminate(),
  };
}
