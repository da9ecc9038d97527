import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import type { AppPorts } from "#shared/domain/sourcehost/app-api.ts";
import {
  type Attempt,
  askAgain,
  failedAmong,
  type Refusal,
  readAttempts,
} from "#shared/domain/sourcehost/hook-deliveries.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { log } from "#shared/platform/log.ts";
import {
  moveRedelivery,
  type RedeliveryState,
  readRedelivery,
  rowsOfDelivery,
} from "#shared/store/redelivery.ts";
import { freshApp } from "#shared/use-cases/discovery/host-ports.ts";

/** The host lists an attempt a little later than its timestamp. */
const OVERLAP_MS = 5 * 60_000;
const MAX_PAGES = 500;
const AT_ONCE = 4;
/** How long to leave the host alone if it does not say. */
const PATIENCE_MS = 60_000;
const RESERVE_MS = 180_000;

/**
 * Has the source host redeliver what the receiver has not accepted since the last tick (contract,
 * "The discovery tick"). A delivery recorded as accepted or ignored is never requested again; one
 * that keeps failing is requested once a tick, because each attempt is a new entry in the host's
 * list. If the host refuses or time runs out, the tick ends, and the next one continues from there.
 * Only one tick works on the list at a time. If it dies, the next one waits until its time is over.
 * @returns how many deliveries the host was asked to repeat
 */
export async function redeliverFailed(remainingMs: () => number): Promise<number> {
  const http = upstreamHttp();
  const first = await freshApp(http);
  if (first === null) return 0;
  const before = await readRedelivery();
  if (before.not_before !== null && before.not_before > now()) return 0;
  const leased = { ...before, not_before: timeIn(remainingMs()) };
  if (!(await moveRedelivery(before, leased))) return 0;
  // The app's JWT lasts ten minutes, the turn may last longer.
  const app = async () => (await freshApp(http)) ?? first;
  let turn: Turn = { after: before, repeated: 0 };
  try {
    turn = await takeTurn(app, before, remainingMs);
  } finally {
    await moveRedelivery(leased, turn.after);
  }
  return turn.repeated;
}

const timeAfter = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

const timeIn = (ms: number): string => timeAfter(now(), ms);

/** Gives the host's API with a JWT that is still valid. */
type App = () => Promise<AppPorts>;

interface Turn {
  after: RedeliveryState;
  repeated: number;
}

async function takeTurn(
  app: App,
  before: RedeliveryState,
  remainingMs: () => number,
): Promise<Turn> {
  const { looked_until, read_from } = before;
  const since = looked_until === null ? null : timeAfter(looked_until, -OVERLAP_MS);
  const seen = await attemptsSince(app, read_from.at(-1) ?? null, since, remainingMs);
  if (!seen.isWhole) return { after: afterPart(before, seen), repeated: 0 };
  const failed = failedAmong(seen.attempts);
  const asked = new Set<Attempt>();
  let refusal: Refusal | null = null;
  let isLate = false;
  let repeated = 0;
  await eachBounded(failed, AT_ONCE, async (attempt) => {
    if (refusal !== null || isLate) return;
    if (!(await isRecorded(attempt.guid))) {
      // Checked only here, so that deliveries already recorded never use up a tick.
      isLate ||= remainingMs() < RESERVE_MS;
      if (isLate) return;
      const outcome = await askAgain(await app(), attempt.id, nowMs());
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
  const after = {
    looked_until: until,
    not_before: refusal === null ? null : waitFor(refusal),
    read_from: open === undefined ? read_from.slice(0, -1) : read_from,
  };
  return { after, repeated };
}

/** Until when to leave the host alone. */
function waitFor({ http_status, waitMs }: Refusal): string {
  log("warn", "sourcehost_redelivery_refused", { http_status, wait_ms: waitMs });
  return timeIn(waitMs ?? PATIENCE_MS);
}

/** The host's attempts, newest first, or why they were not all read. */
type Seen =
  | { isWhole: true; attempts: readonly Attempt[] }
  /** `halfway`: the cursor in the middle of what was read; null: nothing was. */
  | { isWhole: false; halfway: string | null; refusal: Refusal | null };

/**
 * The attempts from a cursor (null: the newest one) back to `since` (null: all the host remembers).
 */
async function attemptsSince(
  app: App,
  start: string | null,
  since: string | null,
  remainingMs: () => number,
): Promise<Seen> {
  const attempts: Attempt[] = [];
  const cursors: string[] = [];
  const part = (refusal: Refusal | null): Seen => {
    const halfway = cursors[Math.floor((cursors.length - 1) / 2)] ?? null;
    return { isWhole: false, halfway, refusal };
  };
  // Half of the time is left for the requests, so that no tick only reads.
  const enoughMs = (remainingMs() + RESERVE_MS) / 2;
  while (cursors.length < MAX_PAGES && remainingMs() > enoughMs) {
    const page = await readAttempts(await app(), cursors.at(-1) ?? start, nowMs());
    if (!page.ok) return part(page.refusal);
    attempts.push(...page.attempts.filter(({ at }) => since === null || at >= since));
    const isPast = since !== null && page.attempts.some(({ at }) => at < since);
    if (page.next === null || isPast) return { isWhole: true, attempts };
    cursors.push(page.next);
  }
  return part(null);
}

/** The statuses with which the host refuses a cursor that it no longer knows. */
const forgotten: readonly unknown[] = [400, 404, 422];

/**
 * The state after a tick that did not read all: deliveries are requested again oldest first, so
 * the next tick starts further down. It starts halfway, so that the tick that comes back to this
 * one's start has only half as much to read, and gets through.
 */
function afterPart(
  { looked_until, read_from }: RedeliveryState,
  { halfway, refusal }: Extract<Seen, { isWhole: false }>,
): RedeliveryState {
  const isForgotten = halfway === null && forgotten.includes(refusal?.http_status);
  const further = halfway === null ? read_from : [...read_from, halfway];
  return {
    looked_until,
    not_before: refusal === null ? null : waitFor(refusal),
    read_from: isForgotten ? read_from.slice(0, -1) : further,
  };
}

const taken = new Set(["sourcehost_webhook.received", "sourcehost_webhook.ignored"]);

/** Whether any tenant's receiver recorded it as accepted or ignored, however long ago. */
const isRecorded = async (guid: string): Promise<boolean> =>
  (await rowsOfDelivery(guid)).some(({ action }) => taken.has(action));
