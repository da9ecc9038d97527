import { recomputedHash } from "../hashes.ts";
import type { FindingName, Found, Placed } from "./world.ts";

/** How long a row may wait for the log before it is late. */
const LATE_MS = 600_000;
/** How much later than its leaf a row may be dated. */
const AHEAD_MS = 5000;

const writerFaults = {
  row_unsigned: "no writer with a certificate of the log's rows key signed it.",
  row_by_wrong_writer: "its writer does not write such rows, or not then.",
} as const;

/** What is wrong with a row on its own: its hash, its writer, its dates. */
export function rowFaults({ row, leaf, writerFault }: Placed): Found[] {
  const faults: Found[] = [];
  const { resource_type: type, resource_id: id } = row;
  const say = (name: FindingName, detail: string) => faults.push({ name, type, id, row, detail });
  if (!isItsHash(row))
    say("row_changed", "it does not match its hash: it was changed after it was written.");
  if (writerFault !== null) say(writerFault, writerFaults[writerFault]);
  if (leaf !== null) {
    const waited = Date.parse(leaf.time) - Date.parse(row.created_at);
    if (!(waited >= -AHEAD_MS))
      say("time_in_future", `it is dated after the log took it, at ${leaf.time}.`);
    if (waited > LATE_MS) say("logged_late", `the log took it at ${leaf.time}.`);
  }
  return faults;
}

/** What is wrong with one resource's rows on their own: each row, and their positions. */
export function chainFaults(rows: readonly Placed[], isChain: boolean): Found[] {
  const found: Found[] = [];
  const known = new Set<string>();
  let before: Placed | null = null;
  let highest = -1;
  for (const one of rows) {
    const { row, leaf } = one;
    const say = (name: FindingName, detail: string) =>
      found.push({ name, type: row.resource_type, id: row.resource_id, row, detail });
    found.push(...rowFaults(one));
    if (isChain) {
      const follows = row.prev_hash === (before?.row.row_hash ?? null);
      const isBranch = row.prev_hash === null || known.has(row.prev_hash);
      if (!follows && isBranch) say("trail_branched", "it follows a row that another one follows.");
      else if (!follows)
        say(
          "row_missing",
          "it does not follow the row before it: a row was removed, inserted or moved.",
        );
      if (leaf !== null && leaf.index <= highest)
        say("trail_branched", "the log took it before the row it follows.");
      if (before !== null && row.created_at < before.row.created_at)
        say("illegal_transition", "it is dated before the row before it.");
    }
    highest = Math.max(highest, leaf?.index ?? -1);
    known.add(row.row_hash);
    before = one;
  }
  return found;
}

/** Whether a row matches its hash, whatever the row contains. */
export function isItsHash(row: Placed["row"]): boolean {
  try {
    return recomputedHash(row) === row.row_hash;
  } catch {
    return false;
  }
}
