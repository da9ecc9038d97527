import { base64 } from "#shared/domain/bytes.ts";
import { entryBytes } from "#shared/domain/log/entry.ts";
import type { Leaf, Left, Refused, RowKey, Rules } from "#shared/domain/log/follow.ts";
import { inOrder } from "#shared/domain/log/leaf-order.ts";
import { append, rootOfEdge } from "#shared/domain/log/tiles.ts";
import { hasLapsed, writerJudge } from "#shared/domain/log/writer-fault.ts";
import { log } from "#shared/platform/log.ts";
import { resourcePartition } from "#shared/store/audit.ts";
import { growLog, ROWS_AT_ONCE } from "#shared/store/log.ts";
import {
  putRefused,
  stillWaiting,
  type WaitingPage,
  waitingRows,
} from "#shared/store/log-outbox.ts";
import { certificateOf } from "./genuine-rows.ts";
import { judgeWaiting, leavesOf } from "./judge-waiting.ts";
import { loggedBefore } from "./logged-before.ts";
import type { OpenLog } from "./open-log.ts";

const PAGE = 400;

/** How long a row waits for a row that it names and the log lacks. */
const WAIT_MS = 120_000;

/** `lost`: someone else extended the log in the meantime; they carry on and this run ends. */
export type Taken = {
  lost: boolean;
  log: OpenLog;
  taken: number;
  /** Every waiting row was judged. If time was up before, the rest waits for the next run. */
  isAll: boolean;
};

interface Run {
  now: () => string;
  rules: () => Rules;
  /** Rows of earlier pages that wait only for the rows that they name. */
  pending: readonly Leaf[];
  numbers: Map<string, number>;
  before: ReturnType<typeof loggedBefore>;
}

/**
 * Sequences the waiting rows: reads each row itself, takes those that follow from the rows taken
 * before, and reports the others.
 * @param now ISO 8601 UTC, by the sequencer's clock
 * @param mayGoOn false: time is up, and the rest waits for the next run
 */
export async function takeWaiting(
  opened: OpenLog,
  now: () => string,
  mayGoOn: () => boolean,
): Promise<Taken> {
  let state: Taken = { lost: false, log: opened, taken: 0, isAll: false };
  const writerFault = writerJudge({
    origin: opened.head.origin,
    rowsKeys: opened.rowsKeys.filter((key) => !hasLapsed(key, now())),
    certificateOf,
  });
  const rules = () => ({ partition: resourcePartition, writerFault, now: now() });
  const before = loggedBefore(opened);
  const run: Run = { now, rules, pending: [], numbers: new Map(), before };
  let startKey: WaitingPage["lastKey"] = null;
  do {
    const page: WaitingPage = await waitingRows(PAGE, startKey);
    for (const { key, number } of page.rows) run.numbers.set(nameOf(key), number);
    const judged = await judgeWaiting(
      await stillWaiting(page.rows.map(({ key }) => key)),
      run.rules(),
    );
    const { news, again } = await withoutKnown(judged.leaves, run);
    const { leaves, waiting } = await ordered(news, run);
    run.pending = waiting;
    for (let start = 0; start < leaves.length; start += ROWS_AT_ONCE) {
      if (!mayGoOn()) return state;
      const some = leaves.slice(start, start + ROWS_AT_ONCE);
      const grown = await grow(state.log, some, now());
      if (grown === null) return { ...state, lost: true };
      before.add(some);
      state = { ...state, log: grown, taken: state.taken + some.length };
    }
    tellLeft(judged.left);
    await refuse([...judged.refused, ...again], now());
    startKey = page.lastKey;
  } while (startKey !== null && mayGoOn());
  if (startKey !== null) return state;
  await leave(run.pending, now());
  return { ...state, isAll: true };
}

/**
 * A row that already has a leaf keeps it, whichever row the table says was its subject's last in the
 * log.
 */
async function withoutKnown(
  leaves: readonly Leaf[],
  { before }: Run,
): Promise<{ news: Leaf[]; again: Refused[] }> {
  const isKnown = await before.has(leaves);
  const news = new Map<string, Leaf>();
  const again: Refused[] = [];
  for (const leaf of leaves) {
    const { key, row_hash } = leaf;
    if (isKnown(row_hash) || news.has(row_hash)) again.push({ key, reason: "in_the_log" });
    else news.set(row_hash, leaf);
  }
  return { news: [...news.values()], again };
}

/** Orders the leaves, and tries those of earlier pages again. */
async function ordered(judged: readonly Leaf[], { pending, numbers }: Run) {
  const candidates = [
    ...new Map([...pending, ...judged].map((one) => [nameOf(one.key), one])).values(),
  ];
  const own = new Set(candidates.map(({ row_hash }) => row_hash));
  const named = [...new Set(candidates.flatMap(({ names }) => names))].filter(
    (hash) => !own.has(hash),
  );
  const logged = new Set((await leavesOf(named)).keys());
  return inOrder(
    candidates,
    ({ key }) => numbers.get(nameOf(key)) ?? 0,
    (hash) => logged.has(hash),
  );
}

/** A row that names one which the log lacks goes on waiting for a while. */
async function leave(pending: readonly Leaf[], now: string): Promise<void> {
  const isOld = ({ written_at }: Leaf) => Date.parse(now) - Date.parse(written_at) > WAIT_MS;
  tellLeft(
    pending.filter((one) => !isOld(one)).map(({ key }) => ({ key, reason: "names_a_waiting_row" })),
  );
  await refuse(
    pending.filter(isOld).map(({ key }) => ({ key, reason: "reference_broken" })),
    now,
  );
}

function tellLeft(left: readonly Left[]): void {
  for (const { key, reason } of left) {
    const isTrouble = reason === "time_in_future";
    log(isTrouble ? "error" : "info", isTrouble ? REFUSED : "evidence_log.row_left", {
      reason,
      row: nameOf(key),
    });
  }
}

const REFUSED = "evidence_log.row_refused";

/** A row that another run has taken in the meantime is not refused: it no longer waits. */
async function refuse(judged: readonly Refused[], now: string): Promise<void> {
  if (judged.length === 0) return;
  const waiting = new Set((await stillWaiting(judged.map(({ key }) => key))).map(nameOf));
  const refused = judged.filter(({ key }) => waiting.has(nameOf(key)));
  for (const { key, reason } of refused) {
    log("error", REFUSED, { reason, row: nameOf(key) });
  }
  await putRefused(refused, now);
}

const nameOf = ({ pk, sk }: RowKey): string => `${pk} ${sk}`;

/** Appends the rows of one transaction; null: the log is longer than this run knew. */
async function grow(
  opened: OpenLog,
  leaves: readonly Leaf[],
  now: string,
): Promise<OpenLog | null> {
  const { head, edge } = opened;
  const time = now > opened.lastTime ? now : opened.lastTime;
  const appended = append(
    edge,
    leaves.map(({ row_hash: row, subject }) => entryBytes({ row, subject, time })),
  );
  const { size } = appended.edge;
  const after = { ...head, size, root: base64(rootOfEdge(appended.edge)) };
  const { tiles, bundles } = appended;
  const isWritten = await growLog({ before: head, after, time, tiles, bundles, leaves });
  return isWritten ? { ...opened, head: after, edge: appended.edge, lastTime: time } : null;
}
