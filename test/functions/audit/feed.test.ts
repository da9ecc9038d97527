import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditRow } from "#shared/domain/audit/tenants.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { sized } from "#test/support/full-size.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { putItems } from "#test/support/table-attack.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "feed-"));
  // Outside the stages local and test, only the secret store has the cursors' key.
  system = await startTestSystem({ settings: { STAGE: "prod" } });
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

/** Writes rows of a tenant with these times, as the service's writer would. */
async function writeRows(tenantId: string, times: readonly number[]): Promise<string[]> {
  const rows = times.map((at) =>
    auditRow({
      action: "tenant.created",
      resourceId: tenantId,
      tenantId,
      actorUserId: null,
      context: { name: "Acme" },
      id: randomUUID(),
      at: new Date(at).toISOString(),
    }),
  );
  await putItems(
    system,
    rows.map((row) => putAuditRow(row)[0]?.Put?.Item ?? {}),
  );
  return rows.map(({ id }) => id);
}
const feed = (query: string) => system.admin("GET", `/admin/audit?order=oldest&${query}`);
const clock = async (seconds: number) => Date.parse(await system.advance(seconds));

describe("order=oldest", () => {
  test("ends 120 s before now and says so, and its cursor leads on and stays the same while nothing comes", async () => {
    const { id } = await newTenant(system);
    const at = await clock(600);
    const of = `tenant_id=${id}&from=${new Date(at).toISOString()}`;
    const empty = await feed(of);
    expect(empty.body).toMatchObject({ items: [], caught_up: true });
    const [first] = await writeRows(id, [at + 1000, at + 60_000]);
    const still = await feed(`${of}&cursor=${empty.body.next_cursor}`);
    expect(still.body).toEqual(empty.body);
    await clock(122);
    const one = await feed(`${of}&cursor=${empty.body.next_cursor}`);
    expect(one.body.items.map((row: { id: string }) => row.id)).toEqual([first]);
    expect(one.body.caught_up).toBe(true);
    const again = await feed(`${of}&cursor=${one.body.next_cursor}`);
    expect(again.body).toEqual({ items: [], next_cursor: one.body.next_cursor, caught_up: true });
    await clock(60);
    const second = await feed(`${of}&limit=1&cursor=${one.body.next_cursor}`);
    expect(second.body.items.length).toBe(1);
  });

  test("has no end: the parameter to is refused by name, with or without a cursor", async () => {
    const answer = await feed("to=2030-01-01T00:00:00Z");
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, "to"]);
  });

  test("a row that is written more than 60 s after its use case began gets the time of writing", async () => {
    const old = auditRow({
      action: "tenant.created",
      resourceId: "t",
      tenantId: null,
      actorUserId: null,
      context: { name: "Acme" },
      id: randomUUID(),
      at: new Date(Date.now() - 61_000).toISOString(),
    });
    const item = putAuditRow(old)[0]?.Put?.Item as { sk: string; row: { created_at: string } };
    expect(item.row.created_at > old.created_at).toBe(true);
    expect(item.sk.startsWith(item.row.created_at)).toBe(true);
  });

  test("a cursor outlives 400 days and one rotation of its key, but not two rotations", async () => {
    const { body } = await feed("limit=1");
    const after = async () => feed(`limit=1&cursor=${body.next_cursor}`);
    const next = (await after()).body.items[0].id;
    await secretStoreOf(system).put("cursor-key", "second-key-of-cursors");
    await clock(400 * 86_400);
    const kept = await after();
    expect(kept.body.items[0].id).toBe(next);
    const fresh = await feed(`limit=1&cursor=${kept.body.next_cursor}`);
    expect(fresh.status).toBe(200);
    await secretStoreOf(system).put("cursor-key", "third-key-of-cursors");
    await clock(31);
    const refused = await after();
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: "cursor" }] }]);
  });

  test("every row has its hash, even if the evidence log does not have the row", async () => {
    const book = { display_name: "Feed", jurisdiction: "EU", source_url: "https://law.example/" };
    await expectStatus(system.admin("PUT", "/admin/frameworks/feed", book), 200);
    await clock(121);
    const rows = [];
    let cursor = "";
    for (let isDone = false; !isDone; ) {
      const { body } = await feed(`limit=200${cursor}`);
      rows.push(...body.items);
      cursor = `&cursor=${body.next_cursor}`;
      isDone = body.caught_up;
    }
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row.row_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows.map(({ action }) => action)).toContain("framework.updated");
  });
});

describe("the hourly check", () => {
  const check = async () =>
    (await expectStatus(system.api()("POST", "/_local/schedules/check-audit-feed/run"), 200)).body;
  test("finds a row that was written before the feed's earlier end, and no other", async () => {
    const { id } = await newTenant(system);
    const at = await clock(3600);
    await writeRows(id, [at - 200_000, at - 100_000]);
    await check();
    await clock(1800);
    await writeRows(id, [at + 1_000_000]);
    expect((await check()).late).toBe(0);
    await writeRows(id, [at + 500_000]);
    await clock(1800);
    expect((await check()).late).toBe(1);
    expect(system.lines.some(({ event }) => event === "audit_feed_late")).toBe(true);
    await clock(1800);
    expect((await check()).late).toBe(0);
  });
});

describe("docs/recipes/poll-audit.mjs", () => {
  /** A generator of numbers below 1, determined by a seed. */
  const drawn = (seed: string) => {
    let count = 0;
    return () =>
      createHash("sha256").update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
  };

  /** Runs the poller, or kills it after this many lines. */
  async function poll(query: string, killAfter: number): Promise<string[]> {
    const child: ChildProcess = spawn(process.execPath, ["docs/recipes/poll-audit.mjs"], {
      env: {
        AUDIT_URL: `${system.baseUrl}/admin/audit?${query}`,
        TOKEN_FILE: join(folder, "token"),
        STATE_FILE: join(folder, "cursor"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let faults = "";
    child.stderr?.on("data", (chunk) => (faults += chunk));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const uids: string[] = [];
    const times: number[] = [];
    if (killAfter === 0) child.kill("SIGKILL");
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      // A line that the kill cut short does not count as received.
      const [, uid, time] = /"uid":"([0-9a-f]{64})".*?"time":(\d+),.*\}$/.exec(line) ?? [];
      if (uid !== undefined) uids.push(uid);
      times.push(Number(time ?? times.at(-1)));
      if (uids.length === killAfter) child.kill("SIGKILL");
    }
    const code = await ended;
    expect([code, faults]).toEqual([code === null ? null : 0, ""]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    return uids;
  }

  test("the poller misses no row and prints rows in order, even if killed and restarted at random while slow and fast writers write", async () => {
    // Only at full size are there more rows than the recipe's page of 200 holds.
    const total = sized(5000, 120);
    const rounds = sized(25, 8);
    const random = drawn("poller");
    const { id } = await newTenant(system);
    const from = new Date(await clock(300)).toISOString();
    const query = `tenant_id=${id}&from=${from}`;
    let now = Date.parse(from);
    const received: string[] = [];
    /** Rows whose writers have begun. They write their rows within 60 s. */
    let pending: { at: number; due: number }[] = [];
    for (let begun = 0; begun < total || pending.length > 0; ) {
      for (let i = 0; i < total / rounds && begun < total; i += 1, begun += 1) {
        const isSlow = random() < 0.3;
        const at = now + Math.floor(random() * 20_000);
        pending.push({ at, due: at + Math.floor(random() * (isSlow ? 60_000 : 1000)) });
      }
      now = await clock(20);
      const due = pending.filter((one) => one.due <= now);
      pending = pending.filter((one) => one.due > now);
      writeFileSync(join(folder, "token"), await system.token({ is_reader: true }));
      const killAfter =
        random() < 0.7 ? Math.floor(random() * sized(40, 12)) : Number.POSITIVE_INFINITY;
      const [uids] = await Promise.all([
        poll(query, killAfter),
        writeRows(
          id,
          due.map(({ at }) => at),
        ),
      ]);
      received.push(...uids);
    }
    await clock(121);
    writeFileSync(join(folder, "token"), await system.token({ is_reader: true }));
    received.push(...(await poll(query, Number.POSITIVE_INFINITY)));
    const uids = new Set(received);
    expect(uids.size).toBe(total);
    expect(received.length).toBeGreaterThan(total);
    expect(readFileSync(join(folder, "cursor"), "utf8").length).toBeGreaterThan(20);
  });
});
