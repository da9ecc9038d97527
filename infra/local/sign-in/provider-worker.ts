import { parentPort, workerData } from "node:worker_threads";
import { movedDate } from "#infra/local/moved-date.ts";
import { type ProviderData, serveProvider } from "./serve-provider.ts";

/*
 * The local run's sign-in provider: a real OpenID Connect provider in its own thread, so that its
 * clock moves with the system's and a run without a sign-in does not pay for it.
 */

/** What the thread reports: the port it listens on, an error, or that it serves nobody any more. */
export type Told = { port: number } | { fault: string } | { rests: true };

/** What the thread is told: to write what it remembers, and end or rest; or whom to serve next. */
export type Order = "end" | "rest" | ProviderData;

const RealDate = Date;
const tell = (told: Told): void => parentPort?.postMessage(told);

async function serve(data: ProviderData): Promise<() => Promise<void>> {
  globalThis.Date = RealDate;
  globalThis.Date = movedDate(() => RealDate.now() + (data.clockOffset[0] ?? 0));
  const { port, end } = await serveProvider(data, ({ message }) =>
    tell({ fault: `The sign-in: ${message}` }),
  );
  tell({ port });
  return end;
}

let end = await serve(workerData as ProviderData);
parentPort?.on("message", async (order: Order) => {
  if (typeof order === "object") {
    end = await serve(order);
    return;
  }
  await end();
  if (order === "end") process.exit(0);
  tell({ rests: true });
});
