import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isLogged, loggedHash } from "#shared/domain/audit/row.ts";
import { entryText, parseEntry, subjectOf } from "#shared/domain/log/entry.ts";
import { judgeKeyChain, parseKeyChain, parseKeySet } from "#shared/domain/log/key-change.ts";
import { EMPTY_ROOT, leafHash } from "#shared/domain/log/merkle.ts";
import { parseHashLines, parseProof } from "#shared/domain/log/proof-text.ts";
import { provesConsistency, provesInclusion } from "#shared/domain/log/proofs.ts";
import { parseCheckpoint, parseNote, verifyNote } from "#shared/domain/log/signed-note.ts";
import { parseVerifierKey } from "#shared/domain/log/verifier-key.ts";
import { naiveRoot } from "#test/shared/domain/log/naive-tree.ts";
import { commission } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog({ functions: "deployed" });

const log = (path: string) => system.api()("GET", `/evidence/log/${path}`);
const run = () => system.api()("POST", "/_local/schedules/sequence-log/run");
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

async function checkpoint() {
  const { status, text } = await log("checkpoint");
  expect(status).toBe(200);
  const keys = parseKeySet((await log("key")).text.split("\n").slice(0, 2));
  const note = parseNote(text);
  if (keys === null || note === null) throw new Error("The checkpoint is no note.");
  for (const key of keys) expect(await verifyNote(note, key)).toBe("valid");
  const parsed = parseCheckpoint(note.text);
  if (parsed === null) throw new Error("The note is no checkpoint.");
  return { ...parsed, text };
}

/** Every logged row of the audit trail, as the log must hold it. */
async function loggedRows() {
  const { body } = await system.admin("GET", "/admin/audit?limit=200");
  return body.items.filter(isLogged);
}

async function entries(size: number): Promise<Uint8Array[]> {
  const response = await fetch(`${system.baseUrl}/evidence/log/tile/entries/000.p/${size}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const bytes = new Uint8Array(await response.arrayBuffer());
  return Array.from({ length: size }, (_, i) => {
    expect(hex(bytes.subarray(i * 187, i * 187 + 2))).toBe("00b9");
    return bytes.subarray(i * 187 + 2, (i + 1) * 187);
  });
}

describe("the evidence log", () => {
  test("is published empty before its first leaf", async () => {
    const { size, root, origin, text } = await checkpoint();
    expect(size).toBe(0);
    expect(hex(root)).toBe(hex(EMPTY_ROOT));
    expect(origin).toBe(`${new URL(system.baseUrl).host}/evidence/log`);
    expect(text.split("\n")[1]).toBe("0");
    expect((await log("tile/0/000.p/1")).status).toBe(404);
  });

  test("contains exactly the rows it should, in an order that tiles and root agree on", async () => {
    const { review } = await commission(system);
    const [row] = (await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`)).body.items;
    const waiting = await log(`proof/${row.row_hash}`);
    expect(waiting.status).toBe(202);
    expect(waiting.headers.get("cache-control")).toBe("no-store");

    const { body } = await run();
    const { size, root } = await checkpoint();
    expect(body).toMatchObject({ size, oldest_waiting_seconds: 0 });
    const rows = await loggedRows();
    const leaves = await entries(size);
    const found = leaves.map((leaf) => parseEntry(leaf));
    expect(found.map((entry) => entry?.row).sort()).toEqual(rows.map(loggedHash).sort());
    for (const one of rows) {
      const entry = found.find((leaf) => leaf?.row === one.row_hash);
      expect(entry?.subject).toBe(subjectOf(one));
      expect(Date.parse(entry?.time ?? "")).toBeGreaterThanOrEqual(Date.parse(one.created_at));
    }
    expect(rows.map(({ row_hash }: { row_hash: string }) => row_hash)).toEqual(
      rows.map(loggedHash),
    );
    expect(hex(naiveRoot(leaves))).toBe(hex(root));

    const tile = await fetch(`${system.baseUrl}/evidence/log/tile/0/000.p/${size}`);
    expect(tile.headers.get("access-control-allow-origin")).toBe("*");
    const hashes = Buffer.from(await tile.arrayBuffer());
    expect(hashes.toString("hex")).toBe(leaves.map((leaf) => hex(leafHash(leaf))).join(""));
  });

  test("proves every row in its newest checkpoint and in an older one", async () => {
    const older = await checkpoint();
    await commission(system);
    await run();
    const newer = await checkpoint();
    expect(newer.size).toBeGreaterThan(older.size);
    for (const row of await loggedRows()) {
      const answer = await log(`proof/${row.row_hash}`);
      const proof = parseProof(answer.text);
      if (proof === null) throw new Error("It is no proof.");
      expect(proof.checkpoint).toBe(newer.text);
      const entry = parseEntry(proof.entry ?? new Uint8Array());
      if (entry === null) throw new Error("It has no entry.");
      expect(entry).toMatchObject({ row: row.row_hash, subject: subjectOf(row) });
      const leaf = leafHash(Buffer.from(entryText(entry)));
      const { size, root } = newer;
      const { index } = proof;
      const hashes = [...proof.hashes];
      expect(provesInclusion(leaf, { index, size, hashes, root })).toBe(true);
      const before = await log(`proof/${row.row_hash}?size=${older.size}`);
      expect(before.status).toBe(index < older.size ? 200 : 404);
    }
    const { text, status } = await log(`consistency?from=${older.size}&to=${newer.size}`);
    expect(status).toBe(200);
    const lines = parseHashLines(text.split("\n").slice(0, -1));
    expect(lines && provesConsistency(older, newer, lines)).toBe(true);
  });

  test.each([
    [`proof/${createHash("sha256").update("no row").digest("hex")}`, 404, "not_in_log"],
    ["proof/abc", 404, "not_found"],
    ["tile/0/000", 404, "not_found"],
    ["tile/0/000.p/250", 404, "not_found"],
    ["tile/9/000.p/1", 404, "not_found"],
    ["tile/data/000", 404, "not_found"],
    ["consistency?from=0&to=100000", 404, "not_found"],
    ["consistency?from=3&to=1", 400, "validation_failed"],
    ["consistency?from=-1&to=1", 400, "validation_failed"],
    ["consistency?from=0", 400, "validation_failed"],
  ])("answers for what it does not have: %s", async (path, status, code) => {
    const answer = await log(path);
    expect([answer.status, answer.body?.code]).toEqual([status, code]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("continues under new keys that the previous ones have signed, and all stay verifiable", async () => {
    const before = await checkpoint();
    const old = (await log("key")).text.trim().split("\n");
    const first = parseKeyChain((await log("keys")).text);
    expect(first).toMatchObject([{ role: "first", size: 0 }]);
    const rotated = await system.admin("POST", "/admin/setup/evidence-log-key/rotate-key");
    expect(rotated.status).toBe(200);
    expect(rotated.body).toMatchObject({ status: "rotated" });
    const again = await system.admin("POST", "/admin/setup/evidence-log-key/rotate-key");
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    await run();
    const keys = (await log("key")).text.trim().split("\n");
    expect(keys).toEqual([...rotated.body.verifier_keys, ...old]);
    const { text, size, origin } = await checkpoint();
    expect(size).toBe(before.size + 1);
    const changes = parseKeyChain((await log("keys")).text);
    const current = parseKeySet(keys.slice(0, 2));
    const pinned = old.flatMap((line) => parseVerifierKey(line) ?? []);
    if (changes === null || current === null) throw new Error("The keys cannot be read.");
    expect(changes).toMatchObject([
      { origin, size: 0, role: "first" },
      // The log has the row about the rotation before it changes keys.
      { origin, size: before.size + 1, role: "log" },
    ]);
    const judged = await judgeKeyChain({ origin, pinned, changes, current });
    expect(judged).toMatchObject({ status: "unbroken", pinnedAt: 0, unchecked: [] });
    const [note, oldNote] = [parseNote(text), parseNote(before.text)];
    for (const key of current) expect(note && (await verifyNote(note, key))).toBe("valid");
    for (const key of pinned) expect(note && (await verifyNote(note, key))).toBe("unsigned");
    for (const key of pinned) expect(oldNote && (await verifyNote(oldNote, key))).toBe("valid");
    const { body } = await system.admin(
      "GET",
      "/admin/audit?action=platform.evidence_log_key.rotated",
    );
    expect(body.items[0].context).toEqual({
      verifier_keys: rotated.body.verifier_keys,
      old_key_ids: pinned.map(({ id }) => id),
    });
  });
});
