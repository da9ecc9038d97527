import { describe, expect, it } from "vitest";
import { utf8 } from "#shared/domain/bytes.ts";
import {
  judgeKeyChain,
  keyChainText,
  keyChangeText,
  LONGEST_ORIGIN,
  parseKeyChain,
} from "#shared/domain/log/key-change.ts";
import { signedNote } from "#shared/domain/log/signed-note.ts";
import { type TestLogKeys, testLogKeys } from "#test/support/log-signer.ts";

const origin = "compliance.example/evidence/log";
const sets = [0, 1, 2, 3].map(() => testLogKeys(origin));
const [first, second, third, other] = sets as [TestLogKeys, TestLogKeys, TestLogKeys, TestLogKeys];

const changesIn = (...notes: string[]) => {
  const changes = parseKeyChain(keyChainText(notes));
  if (changes === null) throw new Error("The chain is refused.");
  return changes;
};
const begun = first.first();
const chain = changesIn(begun, first.changeTo(second, 3), second.changeTo(third, 9));
const judge = (given: Partial<Parameters<typeof judgeKeyChain>[0]> = {}) =>
  judgeKeyChain({ origin, pinned: first.keys, changes: chain, current: third.keys, ...given });

describe("a chain of key changes", () => {
  it("leads from any pinned key to the keys that sign now", async () => {
    expect(chain.map(({ size }) => size)).toEqual([0, 3, 9]);
    for (const [at, { keys }] of [first, second, third].entries()) {
      expect(await judge({ pinned: keys })).toMatchObject({ status: "unbroken", pinnedAt: at });
      expect(await judge({ pinned: [keys[1]] })).toMatchObject({ pinnedAt: at });
    }
    expect(await judge({ pinned: [] })).toMatchObject({ status: "unbroken", pinnedAt: null });
  });

  it("begins with the signed note of the first keys, including the rows key", async () => {
    const now = { changes: changesIn(begun), current: first.keys };
    expect(await judge(now)).toMatchObject({
      status: "unbroken",
      sets: [first.keys],
      rows: [{ key: first.rows.key, until: null, isWithdrawn: false }],
    });
    expect(await judge({ ...now, pinned: second.keys })).toMatchObject({ status: "broken" });
    for (const changes of [[], chain.slice(1), changesIn(begun, second.first())]) {
      expect(await judge({ ...now, changes })).toMatchObject({ status: "broken" });
    }
  });

  it("changes the rows key under the log keys of that time, and says until which leaf the old key counted", async () => {
    const notes = [begun, first.changeTo(second, 3), second.changeRowsTo(third, 5)];
    const now = { current: second.keys, pinned: first.keys };
    // The second set's own rows key was never the log's rows key.
    expect(await judge({ ...now, changes: changesIn(...notes) })).toMatchObject({
      status: "broken",
      reason: expect.stringContaining("gap at size 5"),
    });
    for (const isWithdrawn of [false, true]) {
      const note = first.changeRowsTo(second, 3, isWithdrawn);
      expect(note.split("\n").slice(0, 6).includes("emergency")).toBe(isWithdrawn);
      const changed = changesIn(begun, note);
      expect(await judge({ changes: changed, current: first.keys })).toMatchObject({
        status: "unbroken",
        rows: [
          { key: first.rows.key, until: 3, isWithdrawn },
          { key: second.rows.key, until: null, isWithdrawn: false },
        ],
      });
    }
    // The signed text says whether it was an emergency.
    const withdrawn = first.changeRowsTo(second, 3, true).replace("emergency\n", "");
    expect(
      await judge({ changes: changesIn(begun, withdrawn), current: first.keys }),
    ).toMatchObject({
      reason: expect.stringContaining("not validly signed"),
    });
    expect(parseKeyChain(begun.replace("\n\n", "\nemergency\n\n"))).toBeNull();
  });

  it("lets a key count only in its own role", () => {
    const asLog = begun.replace("new rows ", "new log ");
    const asRows = begun.replace("new log ", "new rows ");
    const ofName = begun.replace(`new rows ${origin}/rows`, `new rows ${origin}`);
    for (const text of [asLog, asRows, ofName]) expect(parseKeyChain(text)).toBeNull();
  });

  it("does not lead to a key from outside, or to two keys of different sets", async () => {
    expect(await judge({ pinned: other.keys })).toMatchObject({ status: "broken" });
    const mixed = [first.keys[0], second.keys[1]];
    expect(await judge({ pinned: mixed })).toMatchObject({ status: "broken" });
    expect(await judge({ current: other.keys })).toMatchObject({ status: "broken" });
  });

  it("breaks without the signature of any one old or new key", async () => {
    const change = {
      ...{ origin, size: 3, role: "log" as const },
      ...{ before: first.keys, after: second.keys },
    };
    const text = keyChangeText(change);
    const lines = [...first.lines(text), ...second.lines(text)];
    const now = { current: second.keys };
    for (let left = 0; left < lines.length; left += 1) {
      const note = signedNote(text, lines.toSpliced(left, 1));
      const judged = await judge({ ...now, changes: changesIn(begun, note) });
      expect(judged).toMatchObject({
        status: "broken",
        reason: expect.stringContaining("not signed"),
      });
    }
    const changed = signedNote(text.replace("\n3\n", "\n4\n"), lines);
    expect(await judge({ ...now, changes: changesIn(begun, changed) })).toMatchObject({
      status: "broken",
      reason: expect.stringContaining("not validly signed"),
    });
    const whole = changesIn(begun, signedNote(text, lines));
    expect(await judge({ ...now, changes: whole })).toMatchObject({ status: "unbroken" });
  });

  it("breaks when a change is missing, out of order or of another log", async () => {
    expect(await judge({ changes: chain.toSpliced(1, 1) })).toMatchObject({ status: "broken" });
    expect(await judge({ changes: chain.slice(0, 2) })).toMatchObject({ status: "broken" });
    const back = changesIn(begun, first.changeTo(second, 9), second.changeTo(third, 3));
    expect(await judge({ changes: back })).toMatchObject({ status: "broken" });
    expect(await judge({ origin: "other.example/evidence/log" })).toMatchObject({
      status: "broken",
    });
  });

  it("is read only from changes of keys", () => {
    const note = first.changeTo(second, 3);
    for (const text of [
      "",
      "x",
      first.checkpoint({ size: 1, root: new Uint8Array(32) }),
      note.replace("countersign log keys", "countersign log key"),
      note.replace("\n3\n", "\n03\n"),
      `${note}\n`,
      `${note}${note}`,
    ]) {
      expect(parseKeyChain(text)).toBeNull();
    }
  });

  it("fits what the key service signs, with the longest origin and size", () => {
    const long = testLogKeys("x".repeat(LONGEST_ORIGIN));
    const text = keyChangeText({
      origin: "x".repeat(LONGEST_ORIGIN),
      size: Number.MAX_SAFE_INTEGER,
      role: "log",
      before: long.keys,
      after: long.keys,
    });
    expect(utf8(text).length).toBeLessThanOrEqual(4096);
  });
});
