import { describe, expect, it } from "vitest";
import { concat, utf8 } from "#shared/domain/bytes.ts";
import { entryBytes, type LogEntry } from "#shared/domain/log/entry.ts";
import { keyChainText, keyLines } from "#shared/domain/log/key-change.ts";
import { readEntries, readHeader } from "#shared/domain/log/read-log.ts";
import { testLogKeys } from "#test/support/log-signer.ts";
import { naiveRoot } from "./naive-tree.ts";

const origin = "compliance.example/evidence/log";
const entries: LogEntry[] = Array.from({ length: 600 }, (_, i) => ({
  row: i.toString(16).padStart(64, "0"),
  subject: "ab".repeat(32),
  time: new Date(1_795_000_000_000 + i).toISOString(),
}));

const bundle = (from: number, to: number): Uint8Array =>
  concat(...entries.slice(from, to).flatMap((entry) => [Uint8Array.of(0, 185), entryBytes(entry)]));

function filesOf(size: number): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (let at = 0; at < size; at += 256) {
    const width = Math.min(256, size - at);
    const name = String(at / 256).padStart(3, "0");
    files.set(`tile/entries/${name}${width === 256 ? "" : `.p/${width}`}`, bundle(at, at + width));
  }
  return files;
}
const readerOf = (files: ReadonlyMap<string, Uint8Array>) => async (path: string) =>
  files.get(path) ?? null;

describe("reading the whole log", () => {
  it("visits every entry once, in order, and computes the root of every earlier size", async () => {
    const seen: LogEntry[] = [];
    const result = await readEntries(readerOf(filesOf(600)), {
      size: 600,
      visit: (entry, index) => {
        expect(index).toBe(seen.length);
        seen.push(entry);
      },
    });
    if ("fault" in result) throw new Error(result.fault);
    expect(seen).toEqual(entries);
    const data = entries.map(entryBytes);
    expect(result.root).toEqual(naiveRoot(data));
    expect(result.rootAt(601)).toBeNull();
    for (const size of [0, 1, 2, 255, 256, 257, 599, 600]) {
      expect(result.rootAt(size)).toEqual(naiveRoot(data.slice(0, size)));
    }
  });

  it("says which file is missing or wrong", async () => {
    const visit = () => undefined;
    const files = filesOf(600);
    files.delete("tile/entries/001");
    expect(await readEntries(readerOf(files), { size: 600, visit })).toEqual({
      fault: "tile/entries/001 is missing.",
    });
    for (const bytes of [bundle(256, 511), bundle(256, 512).slice(1), utf8("x")]) {
      files.set("tile/entries/001", bytes);
      expect(await readEntries(readerOf(files), { size: 600, visit })).toEqual({
        fault: "tile/entries/001 does not hold the log's entries.",
      });
    }
  });

  it("reads checkpoint, keys and their changes, or says what is wrong with them", async () => {
    const [first, second] = [testLogKeys(origin), testLogKeys(origin)];
    const files = new Map([
      ["checkpoint", utf8(second.checkpoint({ size: 0, root: naiveRoot([]) }))],
      ["key", utf8(keyLines(second.keys) + keyLines(first.keys))],
      ["keys", utf8(keyChainText([first.first(), first.changeTo(second, 0)]))],
    ]);
    const header = await readHeader(readerOf(files));
    if ("fault" in header) throw new Error(header.fault);
    expect(header.checkpoint).toMatchObject({ origin, size: 0 });
    expect(header.current).toEqual(second.keys);
    expect(header.changes).toHaveLength(2);
    for (const path of files.keys()) {
      for (const bytes of [utf8("x\n"), null]) {
        const changed = new Map([...files].filter(([name]) => name !== path));
        if (bytes !== null) changed.set(path, bytes);
        expect(await readHeader(readerOf(changed))).toHaveProperty("fault");
      }
    }
  });
});
