import { parentPort, workerData } from "node:worker_threads";
import { movedDate } from "#infra/local/moved-date.ts";
import { type ProviderData, serveProvider } from "./serve-provider.ts";

/*
 * The local run's sign-in provider: a real OpenID Connect provider in a thread of its own. So its clock
 * moves with the system's, and a run without a sign-in does not pay for it.
 */

/** The thread's reports: the port that it listens on, an error, or that it now serves nobody. */
export type Told = { port: number } | { fault: string } | { rests: true };

/** Orders to the thread: write what it remembers, and end or rest; or the system to serve next. */
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
