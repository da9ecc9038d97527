import { createHash, randomUUID } from "node:crypto";
import { readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalServer, startLocalServer } from "#infra/local/local-server.ts";
import { loggedHash } from "#shared/domain/audit/row.ts";
import { Attacker, type Case } from "#test/support/evidence-attacker.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { type Item, itemsUnder } from "#test/support/table-attack.ts";
import { writeRows } from "#test/support/test-writer.ts";
import { auditLog } from "../../../bin/audit-log/audit.ts";

/* What `verify-bundle.mjs … --log URL --mirror DIR` reads from the network, counted by requests. */

const WIDTH = 256;

const system = suiteSystemWithLog();
let auditor: Auditor;
let served: LocalServer;
let one: Case;
let asked: string[] = [];

beforeAll(async () => {
  served = await startLocalServer(async ({ url }, response) => {
    asked.push((url ?? "").replace("/evidence/log/", ""));
    const answer = await fetch(`${system.baseUrl}${url}`);
    response.statusCode = answer.status;
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  auditor = await auditorOf(system);
  const on = new Attacker(system);
  one = await on.rejected();
});
afterAll(async () => {
  auditor.close();
  await served.close();
});

/** Writes the first rows of this many further frameworks. */
async function writeFrameworks(length: number): Promise<void> {
  const [framework] = (await itemsUnder(system, "AUDIT#framework#")) as [Item];
  const rows = Array.from({ length }, () => {
    const id = randomUUID();
    const own = { id, resource_id: `fw_${id}`, created_at: new Date().toISOString() };
    const context = { ...framework.row.context, framework_id: own.resource_id };
    const row = { ...framework.row, ...own, context, prev_hash: null };
    row.row_hash = loggedHash(row);
    return { row, length: 1 };
  });
  await writeRows(system, rows);
}

/** Makes the log grow to this many leaves. */
async function growTo(leaves: number): Promise<void> {
  const on = new Attacker(system);
  await writeFrameworks(leaves - (await sizeOfLog()));
  for (let runs = 0; (await sizeOfLog()) < leaves && runs < 20; runs += 1) await on.sequence();
  expect(await sizeOfLog()).toBe(leaves);
}

const sizeOfLog = async (): Promise<number> =>
  Number((await system.api()("GET", "/evidence/log/checkpoint")).text.split("\n")[1]);

/** Judges the bundle with a mirror. @returns the requests that were made to the log */
async function verified(): Promise<string[]> {
  asked = [];
  const path = `/admin/rule-reviews/${one.review.id}/bundle`;
  const { text } = await system.admin("GET", path);
  const keys = auditor.keys.flatMap((key) => ["--key", key]);
  const options = [
    "--log",
    `${served.url}/evidence/log`,
    "--mirror",
    join(auditor.folder, "mirror"),
  ];
  const { status, stdout } = await auditor.run(text, [...keys, ...options]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("RESULT: genuine")]);
  return asked.toSorted();
}

test("with --mirror, the next verification costs only what is new: whole tiles are read once", async () => {
  const header = ["checkpoint", "key", "keys"];
  const begun = [...header, `tile/entries/000.p/${await sizeOfLog()}`];
  expect([await verified(), await verified()]).toEqual([begun, begun]);
  await growTo(WIDTH + 5);
  expect(await verified()).toEqual([...header, "tile/entries/000", "tile/entries/001.p/5"]);
  expect(await verified()).toEqual([...header, "tile/entries/001.p/5"]);
});

/** What `npm run audit-log` does with the same mirror. */
async function watched(): Promise<void> {
  const said: string[] = [];
  const given = { baseUrl: system.baseUrl, mirror: join(auditor.folder, "mirror"), policy: null };
  const code = await auditLog(given, undefined, (line) => said.push(line));
  expect([code, said]).toEqual([0, expect.arrayContaining(["Nothing was found."])]);
}

test("a tile of which a mirror has only the first half is read from the log again, and mended", async () => {
  const tile = join(auditor.folder, "mirror/tile/entries/000");
  const whole = readFileSync(tile);
  for (const look of [watched, verified]) {
    truncateSync(tile, whole.length / 2);
    await look();
    expect(readFileSync(tile)).toEqual(whole);
  }
});

test("what a mirror has kept can itself be read as the log", async () => {
  await verified();
  await served.close();
  const { text } = await system.admin("GET", `/admin/rule-reviews/${one.review.id}/bundle`);
  const keys = auditor.keys.flatMap((key) => ["--key", key]);
  const judged = await auditor.run(text, [...keys, "--log", join(auditor.folder, "mirror")]);
  expect([judged.status, judged.stdout]).toEqual([0, expect.stringContaining("RESULT: genuine")]);
});

test("a certificate that waits behind 401 rows is known to wait, and its row is, too", async () => {
  await writeFrameworks(401);
  const authorization = `Bearer ${await system.token({ is_platform_admin: true })}`;
  const path = `${system.baseUrl}/admin/rule-reviews/${one.review.id}/certificate.pdf`;
  const drawn = await fetch(path, { headers: { accept: "application/pdf", authorization } });
  const pdf = Buffer.from(await drawn.arrayBuffer());
  const log = `${system.baseUrl}/evidence/log`;
  const told = await fetch(`${log}/certificate/${createHash("sha256").update(pdf).digest("hex")}`);
  const certificate = (await told.json()) as { row_hash: string };
  const proof = await fetch(`${log}/proof/${certificate.row_hash}`);
  expect([drawn.status, told.status, proof.status]).toEqual([200, 202, 202]);
  const unknown = await fetch(`${log}/proof/${"0".repeat(64)}`);
  expect(unknown.status).toBe(404);
  const keys = auditor.keys.flatMap((key) => ["--key", key]);
  const { status, stdout } = await auditor.run(pdf, [...keys, "--log", log]);
  expect([status, stdout]).toEqual([3, expect.not.stringContaining("CHANGED")]);
});
