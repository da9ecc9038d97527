import { isChained } from "#shared/domain/audit/chains.ts";
import { type AuditRow, isLogged } from "#shared/domain/audit/row.ts";
import { chainedIn } from "#shared/domain/evidence/bundle.ts";
import type { ChainedRow } from "#shared/domain/evidence/evidence-file.ts";
import { namedBy, refusedIn, soundChain } from "#shared/domain/evidence/replay/refused.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import {
  type FoundRow,
  hashOfFound,
  type Judged,
  type Refused,
  type RowKey,
  type Rules,
  type SubjectHead,
  takeChained,
  takeUnchained,
} from "#shared/domain/log/follow.ts";
import { resourceOf, resourcePartition } from "#shared/store/audit.ts";
import { rowsAfter } from "#shared/store/log-outbox.ts";
import { getLeafAt, getLogRows } from "#shared/store/log-rows.ts";
import { getSubjectHeads } from "#shared/store/log-subjects.ts";
import { readWriters } from "./genuine-rows.ts";

const READ_AT_ONCE = 16;

/**
 * Judges the rows under these keys. Rows of one resource are judged together, with their predecessors.
 */
export async function judgeWaiting(keys: readonly RowKey[], rules: Rules): Promise<Judged> {
  const read = remembered((partition: string) => rowsAfter(partition, null));
  const resources = Map.groupBy(keys, ({ pk }) => pk);
  const [heads] = await Promise.all([headsOf([...resources.keys()]), readAtOnce(resources, read)]);
  const judged: Judged[] = [];
  await eachBounded([...resources].entries(), READ_AT_ONCE, async ([i, [pk, waiting]]) => {
    const head = heads.get(pk);
    judged[i] =
      head === undefined
        ? await judgeUnchained(waiting, rules, read)
        : await judgeChain(waiting, head, rules, read);
  });
  return {
    leaves: judged.flatMap(({ leaves }) => leaves),
    left: judged.flatMap(({ left }) => left),
    refused: judged.flatMap(({ refused }) => refused),
  };
}

/** What the log has of each chained resource, by partition; null: nothing yet. */
async function headsOf(partitions: readonly string[]): Promise<Map<string, SubjectHead | null>> {
  const chained = partitions.filter((pk) => isChained(resourceOf(pk).type));
  const heads = await getSubjectHeads(
    chained.map((pk) => {
      const { type, id } = resourceOf(pk);
      return subjectOf({ resource_type: type, resource_id: id, action: "" });
    }),
  );
  return new Map(chained.map((pk, i) => [pk, heads[i] ?? null]));
}

/** Reads the rows of these resources, and then, together, the certificates of those that wait. */
async function readAtOnce(
  resources: ReadonlyMap<string, readonly RowKey[]>,
  read: ReadRows,
): Promise<void> {
  const writers: string[] = [];
  await eachBounded(resources, READ_AT_ONCE, async ([pk, waiting]) => {
    const waits = new Set(waiting.map(({ sk }) => sk));
    for (const { key, writer } of await read(pk)) {
      if (waits.has(key.sk) && typeof writer === "string") writers.push(writer);
    }
  });
  await readWriters(writers);
}

type ReadRows = (partition: string) => Promise<FoundRow[]>;

/** Reads each partition once, no matter how many rows name it. */
function remembered(read: ReadRows): ReadRows {
  const known = new Map<string, Promise<FoundRow[]>>();
  return (pk) => {
    const reading = known.get(pk) ?? read(pk);
    known.set(pk, reading);
    return reading;
  };
}

/** Judges one subject from its last logged row on, even if the index does not list all waiting rows. */
async function judgeChain(
  waiting: readonly RowKey[],
  head: SubjectHead | null,
  rules: Rules,
  read: ReadRows,
): Promise<Judged> {
  const rows = await read((waiting[0] as RowKey).pk);
  const after = head === null ? rows : rows.filter(({ key }) => key.sk > head.place);
  const judged = await asWritten(await takeChained(head, after, rules), head, rows, read);
  return ofWaiting(judged, waiting, "does_not_follow");
}

/** Gives a reason for each waiting row that is not taken, and for no other row. */
function ofWaiting(judged: Judged, waiting: readonly RowKey[], reason: Refused["reason"]): Judged {
  const reasons = new Map(judged.refused.map((one) => [one.key.sk, one]));
  const kept = new Set([...judged.leaves, ...judged.left].map(({ key }) => key.sk));
  return {
    ...judged,
    refused: waiting
      .filter(({ sk }) => !kept.has(sk))
      .map((key) => reasons.get(key.sk) ?? { key, reason }),
  };
}

/**
 * Leaves out rows that the service would not have written at that point (evidence-log.md, section 4),
 * and the rows that follow them in the chain. It decides by the earlier rows, and by the rows of the
 * resources that they name.
 */
async function asWritten(
  judged: Judged,
  head: SubjectHead | null,
  rows: readonly FoundRow[],
  read: ReadRows,
): Promise<Judged> {
  const { leaves } = judged;
  const last = leaves.at(-1);
  if (last === undefined) return judged;
  const own = soundChain(rows.filter(({ key }) => key.sk <= last.key.sk).flatMap(rowIn));
  const waiting = new Set(leaves.map(({ row_hash }) => row_hash));
  const named = namedBy(own.filter(({ row_hash }) => waiting.has(row_hash)))
    .map(({ type, id }) => resourcePartition(type, id))
    .filter((pk) => pk !== last.key.pk);
  const others = (await Promise.all(named.map(read))).map((some) =>
    soundChain(some.flatMap(rowIn)),
  );
  const refused = await refusedIn([...own, ...others.flat()], waiting);
  const isWhole = head === null || own.some(({ row_hash }) => row_hash === head.row_hash);
  const at = isWhole ? leaves.findIndex(({ row_hash }) => refused.has(row_hash)) : 0;
  if (at < 0) return judged;
  const out = leaves.slice(at).map(
    ({ key, row_hash }): Refused => ({
      key,
      reason: isWhole ? (refused.get(row_hash) ?? "does_not_follow") : "row_missing",
    }),
  );
  return { ...judged, leaves: leaves.slice(0, at), refused: [...judged.refused, ...out] };
}

/** Accepts anything, and leaves it out if it is not a row of the log's. */
function rowIn({ row }: FoundRow): ChainedRow[] {
  try {
    return isLogged(row as AuditRow) ? [chainedIn(row as AuditRow)] : [];
  } catch {
    return [];
  }
}

/** Judges the waiting rows of a resource whose rows form no chain; the logged rows come before them. */
async function judgeUnchained(
  waiting: readonly RowKey[],
  rules: Rules,
  read: ReadRows,
): Promise<Judged> {
  const rows = await read((waiting[0] as RowKey).pk);
  const waits = new Set(waiting.map(({ sk }) => sk));
  const others = rows.filter(({ key }) => !waits.has(key.sk));
  const logged = await leavesOf(others.flatMap((found) => hashOfFound(found) ?? []));
  const hasLeaf = (found: FoundRow): boolean => logged.has(hashOfFound(found) ?? "");
  const judged = await takeUnchained(
    rows.filter((found) => !hasLeaf(found)),
    rules,
  );
  const taken = new Map(judged.leaves.map((leaf) => [leaf.key.sk, leaf]));
  const own = rows.filter((found) => taken.has(found.key.sk) || hasLeaf(found)).flatMap(rowIn);
  const refused = await refusedIn(own, new Set(judged.leaves.map(({ row_hash }) => row_hash)));
  return ofWaiting(
    {
      left: judged.left,
      leaves: judged.leaves.filter(({ row_hash }) => !refused.has(row_hash)),
      refused: [
        ...judged.refused,
        ...judged.leaves.flatMap(({ key, row_hash }): Refused[] => {
          const reason = refused.get(row_hash);
          return reason === undefined ? [] : [{ key, reason }];
        }),
      ],
    },
    waiting,
    "row_missing",
  );
}

/** The leaves of these rows by their hashes, without rows that the log lacks. */
export async function leavesOf(hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await getLogRows(hashes);
  const found = await Promise.all(
    hashes.map(async (hash, i) => {
      const index = rows[i]?.index;
      return index !== undefined && (await getLeafAt(index, hash)) ? [[hash, index] as const] : [];
    }),
  );
  return new Map(found.flat());
}
