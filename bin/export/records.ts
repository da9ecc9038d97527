import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type AuditRow, withoutLink, withoutLinks } from "#shared/domain/audit/row.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { entityAt, kindOf, textOf } from "#shared/store/entities.ts";
import type { Folder } from "./files.ts";
import { type Item, plainOf, scanTable } from "./scan.ts";

/** These kinds contain links that still work, or things that only this installation can use. */
const leftOut: ReadonlySet<string> = new Set(["OUTBOX", "EVENTS", "RATE", "ISSUER_KEYS"]);

const MAX_BYTES = 100 * 1024 * 1024;

/** The kinds that an export leaves out, and why. */
export const kindsLeftOut = [
  { what: "OUTBOX, EVENTS", why: "mails and messages that wait; they hold links that work" },
  { what: "RATE, ISSUER_KEYS", why: "counters of the current hour, and issuers' public keys" },
] as const;

/** When an item was created, if it records that. */
function createdAt(item: Item): string | null {
  for (const one of [item.row, ...Object.values(item)]) {
    const at = (one as { created_at?: unknown } | null | undefined)?.created_at;
    if (typeof at === "string") return at;
  }
  return null;
}

/** An item as a line, without indexes. Bytes are base64, and links are replaced by their hash. */
function lineOf(item: Item): string {
  const row = item.row as AuditRow | undefined;
  const told =
    row?.context === undefined
      ? item
      : { ...item, row: { ...withoutLink(row), context: withoutLinks(withoutLink(row).context) } };
  const shown = Object.fromEntries(
    Object.entries(told).filter(([name]) => !/^(?:gsi|audit)\d[ps]k$/.test(name)),
  );
  return `${canonicalJson(plainOf(shown))}\n`;
}

/** The position of a line in a kind's unsorted file. */
interface Place {
  key: string;
  at: number;
  length: number;
}

/** A kind's lines in their original order, and where each is. Only keys are kept in memory. */
interface Unsorted {
  descriptor: number;
  file: string;
  end: number;
  places: Place[];
}

/**
 * Writes the table's items as `records/<kind>-<n>.jsonl`, sorted by key, in files of up to 100 MB.
 * @param startedAt anything created later is left out
 * @throws Error for an item of a kind that the registry does not know
 */
export async function writeRecords(
  folder: Folder,
  startedAt: string,
  isWanted: (item: Item) => boolean,
): Promise<void> {
  const kinds = new Map<string, Unsorted>();
  for await (const item of scanTable()) {
    const key = textOf(item);
    if (entityAt(key) === undefined) throw new Error(`${key} is of no kind that is known.`);
    const kind = kindOf(key);
    if (leftOut.has(kind) || !isWanted(item) || (createdAt(item) ?? "") > startedAt) continue;
    const to = kinds.get(kind) ?? openKind(folder, kind);
    kinds.set(kind, to);
    const line = Buffer.from(lineOf(item));
    writeSync(to.descriptor, line);
    to.places.push({ key, at: to.end, length: line.length });
    to.end += line.length;
  }
  for (const [kind, unsorted] of kinds) sortKind(folder, kind, unsorted);
}

function openKind(folder: Folder, kind: string): Unsorted {
  // Not part of the export: a killed run leaves it behind, and the next run overwrites it.
  folder.write(`records/.${kind}.new`, "");
  const file = join(folder.path, `records/.${kind}.new`);
  return { descriptor: openSync(file, "w+"), file, end: 0, places: [] };
}

function sortKind(folder: Folder, kind: string, { descriptor, file, places }: Unsorted): void {
  const sorted = places.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  let part: Buffer[] = [];
  let bytes = 0;
  let count = 0;
  const flush = () => {
    const name = `records/${kind.toLowerCase()}-${String(count).padStart(4, "0")}.jsonl`;
    folder.write(name, Buffer.concat(part));
    [part, bytes, count] = [[], 0, count + 1];
  };
  for (const { at, length } of sorted) {
    if (bytes + length > MAX_BYTES && part.length > 0) flush();
    const line = Buffer.alloc(length);
    readSync(descriptor, line, 0, length, at);
    part.push(line);
    bytes += length;
  }
  flush();
  closeSync(descriptor);
  rmSync(file);
}
