import { eachBounded } from "#shared/domain/each-bounded.ts";
import { envelope, preAuthEncoding, statementText } from "#shared/domain/log/public-seal.ts";
import { append, rootOfEdge } from "#shared/domain/log/tiles.ts";
import { signWithLogKey } from "#shared/platform/aws/log-key.ts";
import { log } from "#shared/platform/log.ts";
import { growLog, ROWS_AT_ONCE } from "#shared/store/log.ts";
import { getLogRows, type LogRow, type WaitingPage, waitingRows } from "#shared/store/log-rows.ts";
import type { OpenLog } from "./open-log.ts";

const PAGE = 400;
const SIGNED_AT_ONCE = 8;
/** A row whose predecessor came out of the index after it is taken by the next pass. */
const MOST_PASSES = 4;

/** `lost`: someone else extended the log in the meantime; they carry on and this run ends. */
export type Taken = { lost: boolean; log: OpenLog; taken: number };

/**
 * Sequences the waiting rows, those of one request in the order of its chain.
 * @param mayGoOn false: time is up, and the rest waits for the next run
 */
export async function takeWaiting(opened: OpenLog, mayGoOn: () => boolean): Promise<Taken> {
  let state: Taken = { lost: false, log: opened, taken: 0 };
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const after = await takeAll(state, mayGoOn);
    if (after.lost || after.taken === state.taken || !mayGoOn()) return after;
    state = after;
  }
  return state;
}

async function takeAll(before: Taken, mayGoOn: () => boolean): Promise<Taken> {
  let state = before;
  let startKey: WaitingPage["lastKey"] = null;
  do {
    const page: WaitingPage = await waitingRows(PAGE, startKey);
    const ready = await readyRows(page.rows, state.log.progress.late_done);
    for (let start = 0; start < ready.length; start += ROWS_AT_ONCE) {
      if (!mayGoOn()) return state;
      const rows = ready.slice(start, start + ROWS_AT_ONCE);
      const grown = await grow(state.log, rows);
      if (grown === null) return { ...state, lost: true };
      state = { ...state, log: grown, taken: state.taken + rows.length };
    }
    startKey = page.lastKey;
  } while (startKey !== null && mayGoOn());
  return state;
}

/** The page's rows that still wait and whose predecessor has its leaf or comes before them. */
async function readyRows(found: readonly LogRow[], lateDone: boolean): Promise<LogRow[]> {
  const hashes = found.map(({ row_hash }) => row_hash);
  const before = found.flatMap(({ prev_hash }) => prev_hash ?? []);
  const known = await getLogRows([...hashes, ...before]);
  const byHash = new Map(
    [...hashes, ...before].map((hash, i) => [hash, known[i] ?? null] as const),
  );
  const ready = new Map<string, LogRow>();
  for (const { row_hash } of found) {
    const row = byHash.get(row_hash) ?? null;
    if (row === null || row.leaf !== null || ready.has(row_hash)) continue;
    if (row.prev_hash === null || ready.has(row.prev_hash)) ready.set(row_hash, row);
    else {
      const previous = byHash.get(row.prev_hash) ?? null;
      if (previous === null && lateDone) {
        // Every existing row is known by now: the predecessor is gone from the table.
        log("error", "evidence_log.predecessor_missing", { row_hash, prev_hash: row.prev_hash });
        ready.set(row_hash, row);
      }
      if (previous !== null && previous.leaf !== null) ready.set(row_hash, row);
    }
  }
  return [...ready.values()];
}

/** Appends one transaction's worth; null: the log is longer than this run knew. */
async function grow(opened: OpenLog, rows: readonly LogRow[]): Promise<OpenLog | null> {
  const { head, edge } = opened;
  const sealed: LogRow[] = [];
  await eachBounded([...rows.entries()], SIGNED_AT_ONCE, async ([place, row]) => {
    sealed[place] = await withLeaf(row, edge.size + place, opened);
  });
  const appended = append(
    edge,
    rows.map(({ row_hash }) => Buffer.from(row_hash, "hex")),
  );
  const after = {
    ...head,
    size: appended.edge.size,
    root: Buffer.from(rootOfEdge(appended.edge)).toString("base64"),
  };
  const { tiles, bundles } = appended;
  const isWritten = await growLog({ before: head, after, tiles, bundles, rows: sealed });
  return isWritten ? { ...opened, head: after, edge: appended.edge } : null;
}

/** The row with its leaf; a decision's with its public seal. */
async function withLeaf(row: LogRow, index: number, { signer }: OpenLog): Promise<LogRow> {
  if (row.decision === null) return { ...row, leaf: { index, seal: null } };
  const { token_hash: _, ...decision } = row.decision;
  const payload = statementText(decision, { rowHash: row.row_hash, leafIndex: index });
  const signature = await signWithLogKey(signer.keyArn, preAuthEncoding(payload));
  return { ...row, leaf: { index, seal: envelope(payload, signer.key.id, signature) } };
}
