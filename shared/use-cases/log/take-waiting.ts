import { isChained } from "#shared/domain/audit/row.ts";
import { base64 } from "#shared/domain/bytes.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { entryBytes, parseEntry, subjectOf } from "#shared/domain/log/entry.ts";
import {
  type Leaf,
  type Refused,
  type RowKey,
  takeChained,
  takeUnchained,
} from "#shared/domain/log/follow.ts";
import { append, rootOfEdge, splitEntries, TILE_WIDTH } from "#shared/domain/log/tiles.ts";
import { log } from "#shared/platform/log.ts";
import { resourceOf, resourcePartition } from "#shared/store/audit.ts";
import { getEntries, growLog, ROWS_AT_ONCE } from "#shared/store/log.ts";
import {
  putRefused,
  rowsAfter,
  rowsAt,
  stillWaiting,
  type WaitingPage,
  waitingRows,
} from "#shared/store/log-outbox.ts";
import { getLogRows } from "#shared/store/log-rows.ts";
import { getSubjectHead } from "#shared/store/log-subjects.ts";
import type { OpenLog } from "./open-log.ts";

const PAGE = 400;
const READ_AT_ONCE = 16;

/** `lost`: someone else extended the log in the meantime; they carry on and this run ends. */
export type Taken = { lost: boolean; log: OpenLog; taken: number };

/**
 * Sequences the waiting rows: reads each row itself, takes what follows from the rows taken before,
 * and names what does not.
 * @param now ISO 8601 UTC, by the sequencer's clock
 * @param mayGoOn false: time is up, and the rest waits for the next run
 */
export async function takeWaiting(
  opened: OpenLog,
  now: () => string,
  mayGoOn: () => boolean,
): Promise<Taken> {
  let state: Taken = { lost: false, log: opened, taken: 0 };
  let startKey: WaitingPage["lastKey"] = null;
  do {
    const page: WaitingPage = await waitingRows(PAGE, startKey);
    const { leaves, refused } = await judge(await stillWaiting(page.keys));
    for (let start = 0; start < leaves.length; start += ROWS_AT_ONCE) {
      if (!mayGoOn()) return state;
      const some = leaves.slice(start, start + ROWS_AT_ONCE);
      const grown = await grow(state.log, some, now());
      if (grown === null) return { ...state, lost: true };
      state = { ...state, log: grown, taken: state.taken + some.length };
    }
    await refuse(refused, now());
    startKey = page.lastKey;
  } while (startKey !== null && mayGoOn());
  return state;
}

/** What another run has taken since it was read here is not refused: it waits no longer. */
async function refuse(judged: readonly Refused[], now: string): Promise<void> {
  if (judged.length === 0) return;
  const waiting = new Set((await stillWaiting(judged.map(({ key }) => key))).map(nameOf));
  const refused = judged.filter(({ key }) => waiting.has(nameOf(key)));
  for (const { key, reason } of refused) {
    log("error", "evidence_log.row_refused", { reason, row: nameOf(key) });
  }
  await putRefused(refused, now);
}

const nameOf = ({ pk, sk }: RowKey): string => `${pk} ${sk}`;

interface Judged {
  leaves: Leaf[];
  refused: Refused[];
}

/** Judges the rows under these keys; those of one chain together, with what precedes them in it. */
async function judge(keys: readonly RowKey[]): Promise<Judged> {
  const { chained = [], single = [] } = Object.groupBy(keys, ({ pk }) =>
    isChained(resourceOf(pk).type) ? "chained" : "single",
  );
  const chains = Object.values(Object.groupBy(chained, ({ pk }) => pk));
  const judged: Judged[] = [];
  await eachBounded([...chains.entries()], READ_AT_ONCE, async ([i, waiting = []]) => {
    judged[i] = await judgeChain(waiting);
  });
  judged.push(await judgeSingle(single));
  return {
    // In the order of their times; that of a chain is the same.
    leaves: judged.flatMap(({ leaves }) => leaves).sort((a, b) => (a.key.sk < b.key.sk ? -1 : 1)),
    refused: judged.flatMap(({ refused }) => refused),
  };
}

/** One subject: from the last row taken on, whether or not the index knows of all that wait. */
async function judgeChain(waiting: readonly RowKey[]): Promise<Judged> {
  const { pk } = waiting[0] as RowKey;
  const { type, id } = resourceOf(pk);
  const head = await getSubjectHead(
    subjectOf({ resource_type: type, resource_id: id, action: "" }),
  );
  const rows = await rowsAfter(pk, head?.place ?? null);
  const { leaves, refused } = takeChained(head, rows, resourcePartition);
  const reasons = new Map(refused.map((one) => [one.key.sk, one]));
  const taken = new Set(leaves.map(({ key }) => key.sk));
  return {
    leaves,
    refused: waiting
      .filter(({ sk }) => !taken.has(sk))
      .map((key) => reasons.get(key.sk) ?? { key, reason: "does_not_follow" }),
  };
}

/** Rows without a chain, each by itself. One that has its leaf already keeps it. */
async function judgeSingle(keys: readonly RowKey[]): Promise<Judged> {
  const judged = (await rowsAt(keys)).map((found) => takeUnchained(found, resourcePartition));
  const leaves = judged.filter((one): one is Leaf => "row_hash" in one);
  const known = await getLogRows(leaves.map(({ row_hash }) => row_hash));
  const isNew = await Promise.all(
    leaves.map(async (leaf, i) => {
      const index = known[i]?.index;
      return index === undefined || !(await isLeafAt(leaf, index));
    }),
  );
  return {
    leaves: leaves.filter((_, i) => isNew[i]),
    refused: [
      ...judged.filter((one): one is Refused => "reason" in one),
      ...leaves
        .filter((_, i) => !isNew[i])
        .map(({ key }) => ({ key, reason: "in_the_log" as const })),
    ],
  };
}

/** Whether the entry at this index is the row's: what else the table says is not believed. */
async function isLeafAt({ row_hash }: Leaf, index: number): Promise<boolean> {
  const [bundle] = await getEntries([Math.floor(index / TILE_WIDTH)]);
  const entry = splitEntries(bundle ?? new Uint8Array())[index % TILE_WIDTH];
  return entry !== undefined && parseEntry(entry)?.row === row_hash;
}

/** Appends one transaction's worth; null: the log is longer than this run knew. */
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
  const isWritten = await growLog({ before: head, after, tiles, bundles, leaves });
  return isWritten ? { ...opened, head: after, edge: appended.edge, lastTime: time } : null;
}
