import { setTimeout as wait } from "node:timers/promises";
import type { Json } from "#shared/platform/http/ask.ts";
import type { SystemClient } from "./client.ts";

/** The log accepts a row within two minutes (docs/evidence.md). */
const LOG_WAIT_MS = 120_000;
const POLL_MS = 1_000;

/**
 * One check of a request's evidence, once the log contains its rows. Until then it is `pending`, which
 * is not a failure. A local run sequences at once; a deployed one does so every minute.
 * @throws Error if it is still pending after two minutes
 */
export async function settledCheck(client: SystemClient, reviewId: string, id: string) {
  const path = `/admin/rule-reviews/${reviewId}/evidence`;
  const read = async (): Promise<{ result: string; detail: string } | undefined> =>
    (await client.admin("GET", path)).body.checks.find((check: Json) => check.id === id);
  // A deployed system has no such endpoint. There, the log's own schedule takes the rows.
  const sequence = () => client.local("/_local/schedules/sequence-log/run").catch(() => {});
  const until = Date.now() + LOG_WAIT_MS;
  let check = await read();
  while (check?.result === "pending") {
    if (Date.now() > until) throw new Error(`${id}: still pending after two minutes`);
    await sequence();
    check = await read();
    if (check?.result === "pending") await wait(POLL_MS);
  }
  return check;
}
