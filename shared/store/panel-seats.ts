import { type Condition, change, insert, is, isAbsent, put } from "./item.ts";
import { getItem, queryAll } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 *   SEATS#<framework> / COUNT        `changes`: how often counsel got a seat in one of its panels, or another address
 *   SEATS#<framework> / PANEL#<id>   a panel that may still be open; ttl (a day after its expiry)
 *
 * Two counsel with one address cannot sit in one panel. Every write that gives somebody a seat, or
 * another address, raises the count. A write that replaces a member or changes an address also reads
 * the count before it reads who sits where, and is made only if the count is still the same. A new
 * panel is written only if its members still have the addresses that were compared. So no two of these
 * writes overlook each other.
 */

const partition = (frameworkId: string): string => `SEATS#${frameworkId}`;
const countKey = (frameworkId: string): Key => ({ pk: partition(frameworkId), sk: "COUNT" });

const PANEL = "PANEL#";
const DAY_SECONDS = 86_400;

/** How often seats or addresses of a framework's counsel have changed. */
export const readSeatChanges = async (frameworkId: string): Promise<number> =>
  Number((await getItem(countKey(frameworkId)))?.changes ?? 0);

/** The same, with the ids of all panels of the framework that may be open. */
export async function readSeats(
  frameworkId: string,
): Promise<{ changes: number; panelIds: string[] }> {
  // Read the count first: a panel that is added while the others are read fails the write's condition.
  const changes = await readSeatChanges(frameworkId);
  const items = await queryAll({ pk: partition(frameworkId), prefix: PANEL });
  return { changes, panelIds: items.map(({ sk }) => String(sk).slice(PANEL.length)) };
}

/** Counts a change of seats or addresses, if there was none since `seen` was read. */
export const countSeatChange = (frameworkId: string, seen: number): Action =>
  raise(frameworkId, seen === 0 ? isAbsent("changes") : is({ changes: seen }));

/** Counts the seats of a new panel, and lists it among those that may be open. */
export const newSeats = (panel: {
  id: string;
  framework_id: string;
  expires_at: string;
}): Action[] => [
  raise(panel.framework_id),
  insert({
    pk: partition(panel.framework_id),
    sk: `${PANEL}${panel.id}`,
    ttl: ttlOf(panel),
  }),
];

const ttlOf = ({ expires_at }: { expires_at: string }): number =>
  Math.floor(Date.parse(expires_at) / 1000) + DAY_SECONDS;

/** Keeps a panel listed that may be open for longer. */
export const extendSeats = (panel: {
  id: string;
  framework_id: string;
  expires_at: string;
}): Action =>
  put({
    pk: partition(panel.framework_id),
    sk: `${PANEL}${panel.id}`,
    ttl: ttlOf(panel),
  });

const raise = (frameworkId: string, where?: Condition): Action =>
  change(countKey(frameworkId), { add: { changes: 1 }, where });
