import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import { auditRow as frameworkRow } from "#shared/domain/audit/frameworks.ts";
import { auditRow as artifactRow } from "#shared/domain/audit/inventory.ts";
import { auditRow as logRow } from "#shared/domain/audit/log.ts";
import { type AuditRow, chained, withRowHash } from "#shared/domain/audit/row.ts";
import { naiveRoot } from "#test/shared/domain/log/naive-tree.ts";
import { sized } from "#test/support/full-size.ts";
import { keepLogLines, useEnvironmentOf, type When, whens } from "#test/support/in-process.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import {
  type Item,
  itemAt,
  itemsUnder,
  outboxItem,
  putItem,
  removeItem,
  rewriteItem,
} from "#test/support/table-attack.ts";
import { madeUp, writeRows } from "#test/support/test-writer.ts";

const isFull = sized(true, false);

/** The call, to any service, at which a run of the sequencer is cut off. */
const cut = vi.hoisted(() => ({
  calls: 0,
  at: Number.POSITIVE_INFINITY,
  when: "before" as When,
  /** At reduced size only calls that store something count: see `whens`. */
  async around<T>(call: () => Promise<T>, counts = true): Promise<T> {
    if (!counts && this.calls < this.at) return call();
    this.calls += 1;
    if (this.calls > this.at) throw new Error("the process is gone");
    if (this.calls === this.at && this.when === "before")
      throw new Error("cut off before the call");
    const answer = await call();
    if (this.calls === this.at) throw new Error("cut off after the call");
    return answer;
  },
}));

vi.mock("#shared/platform/aws/signing-key.ts", async (original) => {
  const actual = await original<typeof import("#shared/platform/aws/signing-key.ts")>();
  return {
    ...actual,
    signWithKey: (...given: Parameters<typeof actual.signWithKey>) =>
      cut.around(() => actual.signWithKey(...given), isFull),
    publicKeyOf: (...given: Parameters<typeof actual.publicKeyOf>) =>
      cut.around(() => actual.publicKeyOf(...given), isFull),
  };
});
vi.mock("#shared/platform/aws/anchors.ts", async (original) => {
  const actual = await original<typeof import("#shared/platform/aws/anchors.ts")>();
  return {
    ...actual,
    putAnchor: (...given: Parameters<typeof actual.putAnchor>) =>
      cut.around(() => actual.putAnchor(...given)),
    newestAnchor: (...given: Parameters<typeof actual.newestAnchor>) =>
      cut.around(() => actual.newestAnchor(...given), isFull),
  };
});

const system = suiteSystemWithLog();
beforeEach(() =>
  useEnvironmentOf(system, {
    AWS_LAMBDA_FUNCTION_NAME: "sequenceLog",
    AWS_ENDPOINT_URL_S3: system.endpoints.s3 ?? "",
    EVIDENCE_ANCHORS_BUCKET: "countersign-anchors",
  }),
);
afterEach(() => vi.unstubAllEnvs());

const sequence = async (clock: () => number = Date.now, budgetMs = 600_000) => {
  const { sequenceLog } = await import("#shared/use-cases/log/sequence-log.ts");
  return sequenceLog({ clock, budgetMs, chance: () => 0.5 });
};

/** Writes rows in the same way as the operations that write such rows. */
const write = (rows: readonly { row: AuditRow; length?: number }[]) => writeRows(system, rows);

const at = (ms: number) => new Date(Date.now() + ms).toISOString();

const plainRows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    row: artifactRow({
      action: "artifact.overridden",
      resourceId: randomUUID(),
      tenantId: randomUUID(),
      actorUserId: null,
      context: { number: 1, from: "minimal", to: "high_risk", reason: "A person said so." },
      id: randomUUID(),
      at: at(i),
    }),
  }));

/** Two chained rows of one counsel with the same timestamp. */
function chainRows(): { row: AuditRow; length: number }[] {
  const id = randomUUID();
  const base = { resourceId: id, tenantId: null, actorUserId: null, at: at(0) };
  const first = chained(
    auditRow({ ...base, id: randomUUID(), action: "counsel.created", context: madeUp(id) }),
    null,
  );
  const context = madeUp(id, false);
  const second = chained(
    auditRow({ ...base, id: randomUUID(), action: "counsel.deactivated", context }),
    first.head,
  );
  return [
    { row: first.row, length: 1 },
    { row: second.row, length: 2 },
  ];
}

/** The log as read through its public endpoints. */
async function readLog(): Promise<{
  size: number;
  root: string;
  leaves: Buffer[];
  entries: string[];
}> {
  const note = (await system.api()("GET", "/evidence/log/checkpoint")).text;
  const [, size = "", root = ""] = note.split("\n");
  const leaves: Buffer[] = [];
  for (let from = 0; from < Number(size); from += 256) {
    const width = Math.min(256, Number(size) - from);
    const path = `entries/${String(from / 256).padStart(3, "0")}${width === 256 ? "" : `.p/${width}`}`;
    const answer = await fetch(`${system.baseUrl}/evidence/log/tile/${path}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    for (let i = 0; i < width; i += 1) leaves.push(bytes.subarray(i * 187 + 2, (i + 1) * 187));
  }
  const parsed = leaves.map((leaf) => JSON.parse(leaf.toString()));
  const times = parsed.map(({ time }) => time);
  expect(times).toEqual([...times].sort());
  return { size: Number(size), root, leaves, entries: parsed.map(({ row }) => row) };
}

/** Checks that nothing is missing or duplicated, and that the root is that of the entries. */
async function expectWhole(hashes: readonly string[]): Promise<void> {
  const { root, leaves, entries } = await readLog();
  expect(new Set(entries).size).toBe(entries.length);
  for (const hash of hashes) expect(entries).toContain(hash);
  expect(Buffer.from(naiveRoot(leaves)).toString("base64")).toBe(root);
  const { getLogRows } = await import("#shared/store/log-rows.ts");
  const rows = await getLogRows(entries);
  expect(rows.map((row) => row?.index)).toEqual(entries.map((_, index) => index));
}

const hashesOf = (rows: readonly { row: AuditRow }[]) => rows.map(({ row }) => hashOf(row));
function hashOf(row: AuditRow): string {
  return row.row_hash ?? "";
}

/** Rows with the hashes that the store gives them. */
async function hashed<T extends { row: AuditRow }>(rows: readonly T[]): Promise<T[]> {
  return rows.map((entry) => ({ ...entry, row: withRowHash(entry.row) }));
}

type Around = (call: () => Promise<unknown>, command: string) => Promise<unknown>;

/** Runs the sequencer once, with something around each of its calls to the database. */
async function sequenceWith(around: Around): Promise<void> {
  const { documents } = await import("#shared/store/read.ts");
  documents.middlewareStack.add(
    (next, context) => (given) => around(() => next(given), `${context.commandName}`) as never,
    { step: "initialize", name: "around", priority: "high", override: true },
  );
  await sequence().finally(() => documents.middlewareStack.remove("around"));
}

async function cutOffAt(nth: number, when: When): Promise<boolean> {
  Object.assign(cut, { calls: 0, at: nth, when });
  await sequenceWith((call, command) =>
    cut.around(call, isFull || /Put|Update|Delete|Write/.test(command)),
  ).catch(() => undefined);
  const wasReached = cut.calls >= nth;
  Object.assign(cut, { calls: 0, at: Number.POSITIVE_INFINITY });
  return wasReached;
}

describe("the sequencer", () => {
  test.each(whens)(
    "cut off %s any of its calls leaves neither a gap nor a duplicate leaf",
    async (when) => {
      const written: string[] = [];
      let nth = 1;
      for (; nth < 100; nth += 1) {
        const rows = await hashed([...plainRows(1), ...chainRows()]);
        await write(rows);
        written.push(...hashesOf(rows));
        if (!(await cutOffAt(nth, when))) break;
        // The next run completes what was cut off, and nothing waits for the run after it.
        await sequence();
      }
      expect(nth).toBeGreaterThan(sized(8, 2));
      expect(nth).toBeLessThan(100);
      await sequence();
      await expectWhole(written);
    },
  );

  test("running several times at once: one wins, the others end without an error, and the log is the same", async () => {
    const written: string[] = [];
    for (let round = 0; round < sized(12, 2); round += 1) {
      const rows = await hashed([...plainRows(round * 3), ...chainRows(), ...chainRows()]);
      await write(rows);
      written.push(...hashesOf(rows));
      const { lines, end } = keepLogLines();
      await Promise.all([sequence(), sequence(), sequence()]);
      end();
      expect(lines.filter(({ level }) => level === "error")).toEqual([]);
    }
    await sequence();
    await expectWhole(written);
  });

  test("overtaken by another whole run before any of its calls, refuses nothing that the other run took", async () => {
    const written: string[] = [];
    const { lines, end } = keepLogLines();
    let isReached = true;
    for (let nth = 1; isReached && nth < 100; nth += sized(1, 5)) {
      const rows = await hashed([...plainRows(1), ...chainRows()]);
      await write(rows);
      written.push(...hashesOf(rows));
      let calls = 0;
      await sequenceWith(async (call) => {
        calls += 1;
        // The other run's calls come after this one, so they start no further run.
        if (calls === nth) await sequence();
        return call();
      });
      isReached = calls >= nth;
    }
    end();
    expect(isReached).toBe(false);
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
    await expectWhole(written);
  });

  test("keeps the rows of a request in chain order, however late they are seen", async () => {
    const chains = await hashed(Array.from({ length: 10 }, chainRows).flat());
    await write(chains);
    await sequence();
    const { entries } = await readLog();
    for (let i = 0; i < chains.length; i += 2) {
      const [first, second] = hashesOf(chains.slice(i, i + 2)).map((hash) => entries.indexOf(hash));
      expect(first).toBeLessThan(second ?? -1);
    }
  });

  test("takes what the service would have written about a framework, and names what it would not have", async () => {
    const { lines, end } = keepLogLines();
    const framework_id = `fw_${randomUUID().slice(0, 8)}`;
    const content = { jurisdiction: null, source_url: null, status: "current" };
    const named = { superseded_by: null, lang: null, short_name: null, display_name: "A book" };
    const hash = (digit: string) => ({ use_case_id: "rule.a", content_hash: digit.repeat(64) });
    const imports = (created: string[], updated: string[], digit: string) => ({
      action: "rules.imported" as const,
      context: { framework_id, created, updated, content_hashes: [hash(digit)] },
    });
    let head: Parameters<typeof chained>[1] = null;
    const rows = [
      {
        action: "framework.updated" as const,
        context: { framework_id, ...content, ...named },
      },
      imports(["rule.a"], [], "1"),
      imports([], ["rule.a"], "2"),
      imports([], ["rule.a"], "2"),
    ].map((one, place) => {
      const of = { resourceId: framework_id, tenantId: null, actorUserId: null };
      const next = chained(frameworkRow({ ...of, ...one, id: randomUUID(), at: at(0) }), head);
      head = next.head;
      return { row: next.row, length: place + 1 };
    });
    await write(rows);
    await sequence().finally(end);
    const { entries } = await readLog();
    const taken = hashesOf(rows).map((one) => entries.includes(one));
    expect(taken).toEqual([true, true, true, false]);
    const refused = lines.filter(({ event }) => event === "evidence_log.row_refused");
    expect(refused.map(({ reason }) => reason)).toEqual(["illegal_transition"]);
  });

  test("takes what the service would have written about artifacts and certificates, which form no chain, and names what it would not have", async () => {
    const { lines, end } = keepLogLines();
    const of = { tenantId: null, actorUserId: null };
    const [artifact, another, sha256] = [randomUUID(), randomUUID(), "5".repeat(64)];
    const classed = (resourceId: string, number: number) =>
      artifactRow({
        ...{ ...of, resourceId, action: "artifact.overridden", id: randomUUID(), at: at(number) },
        context: { number, from: "minimal", to: "high_risk", reason: "A person said so." },
      });
    const begun = withRowHash(classed(artifact, 1));
    const issued = () =>
      logRow({
        ...{ ...of, resourceId: sha256, action: "certificate.issued", id: randomUUID(), at: at(5) },
        context: { review_id: artifact, row_hash: begun.row_hash, length: 1 },
      });
    const rows = await hashed(
      [
        ...[begun, classed(artifact, 2), classed(artifact, 4), classed(another, 2)],
        ...[issued(), issued()],
      ].map((row) => ({ row })),
    );
    await write(rows);
    await sequence().finally(end);
    const { entries } = await readLog();
    const taken = hashesOf(rows).filter((one) => entries.includes(one));
    expect(taken.slice(0, 2)).toEqual(hashesOf(rows).slice(0, 2));
    // Of two certificates with the same bytes, only one is taken.
    expect(taken).toHaveLength(3);
    const refused = lines.filter(({ event }) => event === "evidence_log.row_refused");
    const reasons = refused.map(({ reason }) => reason).sort();
    expect(reasons).toEqual(["illegal_transition", "row_missing", "row_missing"]);
  });

  test(`stops when its time is up, and the next run takes all that is left of ${sized("10,000", "200")} rows`, async () => {
    const rows = await hashed(plainRows(sized(10_000, 200)));
    await write(rows);
    let now = Date.now();
    const hurried = await sequence(() => (now += 500), 2_000);
    expect(hurried.taken).toBeLessThan(rows.length);
    const { size, oldest_waiting_seconds } = await sequence();
    expect(oldest_waiting_seconds).toBe(0);
    const { entries } = await readLog();
    expect(size).toBe(entries.length);
    const all = new Set(entries);
    expect(all.size).toBe(entries.length);
    expect(hashesOf(rows).filter((hash) => !all.has(hash))).toEqual([]);
  }, 300_000);

  test("finds a row's leaf in the log itself, whatever the table has forgotten about it, and signs over no other entries", async () => {
    const { entries } = await readLog();
    expect(entries.length).toBeGreaterThan(256);
    const [item] = (await itemsUnder(system, "AUDIT#artifact#")).filter(
      ({ row }) => entries.indexOf(row.row_hash) > 0 && entries.indexOf(row.row_hash) < 256,
    ) as [Item];
    await removeItem(system, { pk: `LOGROW#${item.row.row_hash}`, sk: "META" });
    await putItem(system, outboxItem(item as never));
    const bundle = await itemAt(system, { pk: "LOG#ENTRIES#0", sk: "META" });
    const hash = Buffer.from(item.row.row_hash);
    const bytes = Buffer.from(bundle.bytes);
    bytes.write("0".repeat(hash.length), bytes.indexOf(hash));
    const said: unknown[] = [];
    for (const one of [{ ...bundle, bytes: new Uint8Array(bytes) }, bundle]) {
      await putItem(system, one);
      const { lines, end } = keepLogLines();
      const { size } = await sequence().finally(end);
      expect(size).toBe(entries.length);
      said.push(
        lines.filter(({ level }) => level === "error").map(({ event, reason }) => [event, reason]),
      );
    }
    expect(said).toEqual([
      [["evidence_log.forked", "Its entries are not those of its tree."]],
      [["evidence_log.row_refused", "in_the_log"]],
    ]);
  });

  test("changes the rows key in an emergency only once all rows that wait under the former key were taken", async () => {
    const rows = await hashed(plainRows(60));
    await write(rows);
    const { body } = await expectStatus(
      system.admin("POST", "/admin/setup/evidence-rows-key/rotate-key", { emergency: true }),
      200,
    );
    const later = Date.parse(body.pauses_at) + 60_000;
    const nextKey = async () => (await itemAt(system, { pk: "LOG#KEYS", sk: "META" })).keys.next;
    const { lines, end } = keepLogLines();
    await sequence(() => later, 0);
    const next = await nextKey();
    const { oldest_waiting_seconds } = await sequence(() => later + 1000);
    end();
    expect(next).toMatchObject({ role: "rows" });
    expect([await nextKey(), oldest_waiting_seconds]).toEqual([null, 0]);
    expect(lines.filter(({ event }) => event === "evidence_log.row_refused")).toEqual([]);
    const all = new Set((await readLog()).entries);
    expect(hashesOf(rows).filter((hash) => !all.has(hash))).toEqual([]);
  });

  test("changes the rows key only in the way that the log's own row announces", async () => {
    const keys = { pk: "LOG#KEYS", sk: "META" };
    const rotate = () =>
      system.admin("POST", "/admin/setup/evidence-rows-key/rotate-key", { emergency: true });
    const { body } = await expectStatus(rotate(), 200);
    const later = Date.parse(body.pauses_at) + 60_000;
    const { next } = (await itemAt(system, keys)).keys;
    const { emergency_at: _, ...softened } = next;
    const rows = await itemsUnder(system, "AUDIT#evidence_rows_key#");
    const rotated = rows.find(({ row }) => row.context.verifier_key === body.verifier_key) as Item;
    const place = { pk: `LOGROW#${rotated.row.row_hash}`, sk: "META" };
    const tried: unknown[] = [];
    for (const [planted, isHidden] of [
      [softened, false],
      [null, false],
      // Somebody also removes what the table says of the row's place in the log.
      [null, true],
      [next, false],
    ]) {
      const known = isHidden ? await itemAt(system, place) : null;
      if (isHidden) await removeItem(system, place);
      await rewriteItem(system, keys, (item) => {
        item.keys.next = planted;
      });
      const { lines, end } = keepLogLines();
      await sequence(() => later);
      end();
      if (known !== null) await putItem(system, known);
      // A second rotation could not follow the first, which the log has announced.
      if (planted === null) await expectStatus(rotate(), 409);
      const [present] = (await itemAt(system, keys)).keys.rows;
      const said = lines.filter(({ level }) => level === "error").map(({ event }) => event);
      tried.push([said, present.verifier_key === body.verifier_key]);
    }
    expect(tried).toEqual([
      [["evidence_log.key_change_failed"], false],
      [["evidence_log.key_change_failed"], false],
      [["evidence_log.key_change_failed"], false],
      [[], true],
    ]);
  });
});
