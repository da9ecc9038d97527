import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { base64, hex, unbase64, unhex, utf8 } from "#shared/domain/bytes.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import {
  ENTRY_BYTES,
  entryBytes,
  entryText,
  parseEntry,
  subjectOf,
} from "#shared/domain/log/entry.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";

const entry = {
  row: "ab".repeat(32),
  subject: "0f".repeat(32),
  time: "2026-11-20T10:15:30.123Z",
};

describe("an entry of the log", () => {
  it("is the RFC 8785 text of row, subject and time, always of the same length", () => {
    expect(entryText(entry)).toBe(canonicalJson(entry));
    expect(entryBytes(entry)).toHaveLength(ENTRY_BYTES);
    expect(parseEntry(entryBytes(entry))).toEqual(entry);
  });

  it.each([
    entryText(entry).replace("ab", "AB"),
    entryText(entry).replace("2026-11-20T10", "2026-11-20T99"),
    entryText(entry).replace("2026-11", "2026-13"),
    `${entryText(entry)} `,
    entryText(entry).replace('"row"', '"Row"'),
    JSON.stringify({ subject: entry.subject, row: entry.row, time: entry.time }),
  ])("is refused in any other spelling: %s", (text) => {
    expect(parseEntry(utf8(text))).toBeNull();
  });
});

describe("the subject of a row", () => {
  it("is the hash of type and id as the specification spells it", () => {
    const text = "countersign subject\nrule_review_request\nr1";
    const row = { resource_type: "rule_review_request", resource_id: "r1", action: "x" };
    expect(subjectOf(row)).toBe(createHash("sha256").update(text).digest("hex"));
  });

  it("goes by the action where a row has no resource id", () => {
    const row = { resource_type: "evidence_log", resource_id: "", action: "a.b" };
    const text = "countersign subject\nevidence_log\na.b";
    expect(subjectOf(row)).toBe(createHash("sha256").update(text).digest("hex"));
  });
});

describe("what Node and browsers share", () => {
  it("hashes as node:crypto does, whatever the length and however the bytes are split", () => {
    for (let length = 0; length < 300; length += 1) {
      const bytes = randomBytes(length);
      const expected = createHash("sha256").update(bytes).digest("hex");
      expect(hex(sha256(bytes))).toBe(expected);
      const at = Math.floor(length / 3);
      expect(hex(sha256(bytes.subarray(0, at), bytes.subarray(at)))).toBe(expected);
    }
  });

  it("reads base64 and hex in one spelling only", () => {
    const bytes = randomBytes(33);
    expect(base64(bytes)).toBe(bytes.toString("base64"));
    expect(unbase64(base64(bytes))).toEqual(new Uint8Array(bytes));
    expect(unhex(hex(bytes))).toEqual(new Uint8Array(bytes));
    for (const text of ["AB==", "AA", "A===", "AA-_", "AAAA\n", "=AAA"]) {
      expect(unbase64(text)).toBeNull();
    }
    for (const text of ["a", "AB", "0g"]) expect(unhex(text)).toBeNull();
  });
});
