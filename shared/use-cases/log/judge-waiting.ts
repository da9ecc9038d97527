import { isChained } from "#shared/domain/audit/chains.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { parseEntry, subjectOf } from "#shared/domain/log/entry.ts";
import {
  type Judged,
  type Refused,
  type RowKey,
  type Rules,
  takeChained,
  takeUnchained,
} from "#shared/domain/log/follow.ts";
import { splitEntries, TILE_WIDTH } from "#shared/domain/log/tiles.ts";
import { resourceOf } from "#shared/store/audit.ts";
import { getEntries } from "#shared/store/log.ts";
import { rowsAfter, rowsAt } from "#shared/store/log-outbox.ts";
import { getLogRows } from "#shared/store/log-rows.ts";
import { getSubjectHeads } from "#shared/store/log-subjects.ts";

const READ_AT_ONCE = 16;

const nothing: Judged = { leaves: [], left: [], refused: [] };

/** Judges the rows under these keys; those of one chain together, with what precedes them in it. */
export async function judgeWaiting(keys: readonly RowKey[], rules: Rules): Promise<Judged> {
  const { chained = [], single = [] } = Object.groupBy(keys, ({ pk }) =>
    isChained(resourceOf(pk).type) ? "chained" : "single",
  );
  const chains = Object.values(Object.groupBy(chained, ({ pk }) => pk));
  const judged: Judged[] = [];
  await eachBounded([...chains.entries()], READ_AT_ONCE, async ([i, waiting = []]) => {
    judged[i] = await judgeChain(waiting, rules);
  });
  judged.push(await judgeSingle(single, rules));
  return {
    leaves: judged.flatMap(({ leaves }) => leaves),
    left: judged.flatMap(({ left }) => left),
    refused: judged.flatMap(({ refused }) => refused),
  };
}

/** One subject: from the last row taken on, whether or not the index knows of all that wait. */
async function judgeChain(waiting: readonly RowKey[], rules: Rules): Promise<Judged> {
  const { pk } = waiting[0] as RowKey;
  const { type, id } = resourceOf(pk);
  const [head = null] = await getSubjectHeads([
    subjectOf({ resource_type: type, resource_id: id, action: "" }),
  ]);
  const rows = await rowsAfter(pk, head?.place ?? null);
  const judged = await takeChained(head, rows, rules);
  const reasons = new Map(judged.refused.map((one) => [one.key.sk, one]));
  const kept = new Set([...judged.leaves, ...judged.left].map(({ key }) => key.sk));
  return {
    ...judged,
    refused: waiting
      .filter(({ sk }) => !kept.has(sk))
      .map((key) => reasons.get(key.sk) ?? { key, reason: "does_not_follow" }),
  };
}

/** Rows without a chain, each by itself. One that has its leaf already keeps it. */
async function judgeSingle(keys: readonly RowKey[], rules: Rules): Promise<Judged> {
  const judged: Judged = structuredClone(nothing);
  const taken = await Promise.all((await rowsAt(keys)).map((found) => takeUnchained(found, rules)));
  const hashes = taken.flatMap((one) => ("row_hash" in one ? [one.row_hash] : []));
  const known = await leavesOf(hashes);
  for (const one of taken) {
    if (!("row_hash" in one)) {
      if (one.reason === "time_in_future") judged.left.push({ ...one, reason: one.reason });
      else judged.refused.push(one as Refused);
    } else if (known.has(one.row_hash)) {
      judged.refused.push({ key: one.key, reason: "in_the_log" });
    } else judged.leaves.push(one);
  }
  return judged;
}

/** The leaves of those of these rows that the log has, by their hashes. */
export async function leavesOf(hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await getLogRows(hashes);
  const found = await Promise.all(
    hashes.map(async (hash, i) => {
      const index = rows[i]?.index;
      return index !== undefined && (await isLeafAt(hash, index)) ? [[hash, index] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** Whether the entry at this index is the row's: what else the table says is not believed. */
async function isLeafAt(row_hash: string, index: number): Promise<boolean> {
  const [bundle] = await getEntries([Math.floor(index / TILE_WIDTH)]);
  const entry = splitEntries(bundle ?? new Uint8Array())[index % TILE_WIDTH];
  return entry !== undefined && parseEntry(entry)?.row === row_hash;
}
