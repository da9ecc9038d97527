import { readFile, writeFile } from "node:fs/promises";
import * as z from "zod";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { parseCheckpoint, parseNote } from "#shared/domain/log/note.ts";
import { ENTRY_BYTES, levelsOf, TILE_WIDTH, tilePath, widthOf } from "#shared/domain/log/tiles.ts";
import { type Observed, type WatchState, watch } from "#shared/domain/log/watch.ts";
import { withoutTrailing } from "#shared/domain/trailing.ts";

/*
 * npm run -s audit-log -- <base url> [--state FILE]
 *
 * Reads the whole evidence log and checks that it keeps its promises; with an admin's token in
 * TOKEN, it also compares the audit trail with it. Exit codes: 0 no findings · 1 findings, each
 * named · 2 the log could not be read.
 */

const USAGE =
  "Usage: npm run -s audit-log -- <base url> [--state FILE]   (an admin's token in TOKEN)";

const stateSchema = z.object({
  origin: z.string(),
  keys: z.array(z.string()),
  size: z.int().nonnegative(),
  root: z.string(),
  at: z.iso.datetime(),
});

interface Reader {
  /** The latest time in any response, in milliseconds since the epoch. */
  latest: number;
  get(path: string, token?: string): Promise<Buffer>;
}

function readerOf(baseUrl: string): Reader {
  const reader: Reader = {
    latest: Date.now(),
    get: async (path, token) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(`${baseUrl}${path}`, { headers, redirect: "error" }).catch(
        () => {
          throw new Error(`${baseUrl}${path} is not reached.`);
        },
      );
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
      const date = Date.parse(response.headers.get("date") ?? "");
      reader.latest = Math.max(reader.latest, Date.now(), Number.isNaN(date) ? 0 : date);
      return Buffer.from(await response.arrayBuffer());
    },
  };
  return reader;
}

async function observe(reader: Reader, token: string | undefined): Promise<Observed> {
  // The log first: by the time the trail is read, everything in the log has its row there.
  const checkpoint = (await reader.get("/evidence/log/checkpoint")).toString();
  const keys = (await reader.get("/evidence/log/key")).toString().split("\n").filter(Boolean);
  const note = parseNote(checkpoint);
  const size = (note && parseCheckpoint(note.text)?.size) ?? 0;
  const entries: Uint8Array[] = [];
  const tiles = new Map<string, Uint8Array>();
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    entries.push(
      ...entriesIn(await reader.get(`/evidence/log/tile/${tilePath("entries", index, width)}`)),
    );
  }
  for (let level = 0; level < levelsOf(size); level += 1) {
    for (let index = 0; widthOf({ level, index }, size) > 0; index += 1) {
      const path = tilePath(level, index, widthOf({ level, index }, size));
      tiles.set(path, await reader.get(`/evidence/log/tile/${path}`));
    }
  }
  const rows = token === undefined ? null : await rowsOf(reader, token);
  return { keys, checkpoint, entries, tiles, rows, now: new Date(reader.latest).toISOString() };
}

/** Entries, each prefixed with its length. @throws Error for one without a row hash's length */
function entriesIn(bundle: Buffer): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const length = bundle.readUInt16BE(at);
    if (length !== ENTRY_BYTES) throw new Error("An entry of the log is not a row's hash.");
    entries.push(bundle.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

async function rowsOf(reader: Reader, token: string): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = JSON.parse((await reader.get(`/admin/audit?limit=200${query}`, token)).toString());
    rows.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

async function readState(file: string | null): Promise<WatchState | null> {
  if (file === null) return null;
  try {
    return stateSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(`${file} cannot be read; without it, what was seen before is unknown.`);
  }
}

async function main(): Promise<number> {
  const [baseUrl, option, file = null, ...more] = process.argv.slice(2);
  const isRight = option === undefined || (option === "--state" && file !== null);
  if (baseUrl === undefined || !URL.canParse(baseUrl) || !isRight || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const token = process.env.TOKEN || undefined;
  const before = await readState(file);
  const observed = await observe(readerOf(withoutTrailing("/", baseUrl)), token);
  const { findings, state } = watch(observed, before);
  for (const { name, detail } of findings) console.log(`FOUND ${name}: ${detail}`);
  if (observed.rows === null) console.log("Rows were not compared: there is no token in TOKEN.");
  if (before === null)
    console.log("Nothing was compared with an earlier state: there is none yet.");
  if (state !== null) {
    console.log(`Log ${state.origin}: ${state.size} leaves, root ${state.root}.`);
    // A state that contradicts the saved one must not replace it.
    if (file !== null && findings.length === 0) {
      await writeFile(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    }
  }
  console.log(findings.length === 0 ? "Nothing was found." : `${findings.length} findings.`);
  return findings.length === 0 ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
