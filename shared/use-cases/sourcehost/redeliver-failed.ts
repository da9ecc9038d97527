import { eachBounded } from "#shared/domain/each-bounded.ts";
import type { AppPorts } from "#shared/domain/sourcehost/app-api.ts";
import {
  type Attempt,
  askAgain,
  failedAmong,
  type Refusal,
  readAttempts,
} from "#shared/domain/sourcehost/hook-deliveries.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { sourcehostApp } from "#shared/platform/issuer/sourcehost-app.ts";
import { log } from "#shared/platform/log.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import {
  moveRedelivery,
  type RedeliveryState,
  readRedelivery,
  rowsOfDelivery,
} from "#shared/store/redelivery.ts";

/** Only one tick works on the list at a time; this is how long it holds its turn if it dies. */
const TURN_MS = 110_000;
/** The host lists an attempt a little later than its timestamp. */
const OVERLAP_MS = 5 * 60_000;
const MOST_PAGES = 500;
const AT_ONCE = 4;
/** How long to leave the host alone if it does not say. */
const PATIENCE_MS = 60_000;
const RESERVE_MS = 180_000;

/**
 * Has the source host redeliver what the receiver has not accepted since the last tick (contract,
 * "The discovery tick"). A delivery recorded as accepted or ignored is never requested again; one
 * that keeps failing is requested once a tick, because each attempt is a new entry in the host's
 * list. If the host refuses, the turn ends, and the next one begins where this one stopped.
 * @param now ISO 8601 UTC
 * @returns how many deliveries the host was asked to repeat
 */
export async function redeliverFailed(now: string, remainingMs: () => number): Promise<number> {
  const deployment = await cachedDeployment(now, () => true);
  const app = await sourcehostApp(upstreamHttp(), deployment, now);
  if (app === null) return 0;
  const before = await readRedelivery();
  if (before.not_before !== null && before.not_before > now) return 0;
  const turn = { ...before, not_before: later(now, TURN_MS) };
  if (!(await moveRedelivery(before, turn))) return 0;
  const { after, repeated } = await takeTurn(app, before, now, remainingMs);
  await moveRedelivery(turn, after);
  return repeated;
}

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

async function takeTurn(
  app: AppPorts,
  { looked_until }: RedeliveryState,
  now: string,
  remainingMs: () => number,
): Promise<{ after: RedeliveryState; repeated: number }> {
  const since = looked_until === null ? null : later(looked_until, -OVERLAP_MS);
  const seen = await attemptsSince(app, since, remainingMs);
  if (seen.refusal !== null) {
    return { after: patient(looked_until, now, seen.refusal), repeated: 0 };
  }
  const failed = failedAmong(seen.attempts);
  const asked = new Set<Attempt>();
  let refusal: Refusal | null = null;
  let repeated = 0;
  await eachBounded(failed, AT_ONCE, async (attempt) => {
    if (refusal !== null || remainingMs() < RESERVE_MS) return;
    if (!(await isRecorded(attempt.guid))) {
      const outcome = await askAgain(app, attempt.id, nowMs());
      if (!outcome.asked && !outcome.isForgotten) {
        refusal = outcome.refusal;
        return;
      }
      if (outcome.asked) repeated += 1;
    }
    asked.add(attempt);
  });
  const open = failed.find((attempt) => !asked.has(attempt));
  // By the host's own clock, newest first: attempts are only ever compared with attempts.
  const until = open?.at ?? seen.attempts[0]?.at ?? looked_until;
  log("info", "sourcehost_redelivery", { failed: failed.length, looked_at: asked.size });
  const after =
    refusal === null ? { looked_until: until, not_before: null } : patient(until, now, refusal);
  return { after, repeated };
}

/** The state that leaves the host alone for as long as it asks. */
function patient(looked_until: string | null, now: string, refusal: Refusal): RedeliveryState {
  const { http_status, waitMs } = refusal;
  log("warn", "sourcehost_redelivery_refused", { http_status, wait_ms: waitMs });
  return { looked_until, not_before: later(now, waitMs ?? PATIENCE_MS) };
}

/** The host's attempts, newest first, back to `since`; null: all it remembers. */
async function attemptsSince(
  app: AppPorts,
  since: string | null,
  remainingMs: () => number,
): Promise<{ attempts: readonly Attempt[]; refusal: Refusal | null }> {
  const attempts: Attempt[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < MOST_PAGES && remainingMs() > RESERVE_MS; pages += 1) {
    const page = await readAttempts(app, next, nowMs());
    if (!page.ok) return { attempts, refusal: page.refusal };
    attempts.push(...page.attempts.filter(({ at }) => since === null || at >= since));
    const isPast = since !== null && page.attempts.some(({ at }) => at < since);
    next = page.next;
    if (next === null || isPast) break;
  }
  return { attempts, refusal: null };
}

const taken = new Set(["sourcehost_webhook.received", "sourcehost_webhook.ignored"]);

/** Whether any tenant's receiver recorded it as accepted or ignored, however long ago. */
const isRecorded = async (guid: string): Promise<boolean> =>
  (await rowsOfDelivery(guid)).some(({ action }) => taken.has(action));
