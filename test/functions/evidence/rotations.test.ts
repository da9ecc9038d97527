import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuditRow, withRowHash } from "#shared/domain/audit/row.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { type CommissionedPanel, commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { changed, findingsOf, rechained, storedRows } from "#test/support/replayed.ts";
import {
  type Commissioned,
  commission,
  commissionAnother,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import {
  type Item,
  placeOf,
  putItem,
  rewriteItem,
  rowItems,
  takeBack,
} from "#test/support/table-attack.ts";
import { testWriter } from "#test/support/test-writer.ts";
import { auditLog } from "../../../bin/audit-log/audit.ts";

/* Every key is rotated three times while reviews go on, and evidence that nobody touched stays good. */

const system = suiteSystemWithLog();
let auditor: Auditor;
let first: Commissioned;
let panel: CommissionedPanel;
/** The id of the HMAC secret under which the first review was decided. */
let firstKey: string;

const post = async (path: string, body?: object) =>
  (await expectStatus(system.admin("POST", path, body), 200)).body;
const sequence = () => post("/_local/schedules/sequence-log/run");
const now = async () => (await post("/_local/clock", { advance_seconds: 0 })).now;
const decide = (token: string) =>
  expectStatus(
    system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
    200,
  );

/** What the watcher says, and its exit code. */
async function watched(): Promise<{ code: number; said: string }> {
  const TOKEN = await system.token({ is_platform_admin: true });
  const lines: string[] = [];
  const given = { baseUrl: system.baseUrl, mirror: null, policy: null };
  const code = await auditLog(given, TOKEN, (line) => lines.push(line));
  return { code, said: lines.join("\n") };
}

beforeAll(async () => {
  auditor = await auditorOf(system);
  firstKey = (await post("/admin/setup/counsel-review-hmac-secret/provision-secret")).key_id;
  await post("/admin/setup/clearance-key/provision-key");
  first = await commission(system);
  panel = await commissionPanel(system);
  await decide(first.token);
  await sequence();
});
afterAll(() => auditor.close());

/** A clearance answer, with the key set to judge it by. */
async function cleared(): Promise<{ text: string; keys: string[] }> {
  const asked = { framework_id: first.frameworkId, rules: [ruleText("rule.a")] };
  const text = JSON.stringify(await post("/clearance?statement=true", asked));
  const file = join(auditor.folder, "keys.json");
  writeFileSync(file, (await system.api()("GET", "/clearance/keys")).text);
  return { text, keys: ["--key", file] };
}

async function certificate(id: string): Promise<Buffer> {
  const answer = await fetch(`${system.baseUrl}/admin/rule-reviews/${id}/certificate.pdf`, {
    headers: { authorization: `Bearer ${await system.token({ is_platform_admin: true })}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test("evidence that nobody touched is good after three rotations of every key, and the watcher finds nothing", async () => {
  const before = await cleared();
  let open = await commissionAnother(system, first);
  let key = firstKey;
  for (let turn = 0; turn < 3; turn += 1) {
    key = (await post("/admin/setup/counsel-review-hmac-secret/rotate-secret")).key_id;
    await post("/admin/setup/evidence-log-key/rotate-key");
    await sequence();
    await post("/admin/setup/evidence-rows-key/rotate-key");
    await post("/admin/setup/clearance-key/rotate-key");
    await vote(system, panel.members[turn] as never, "approved");
    await decide(open.token);
    await sequence();
    open = await commissionAnother(system, first);
  }
  const { review } = open;
  await decide(open.token);
  await sequence();
  const signatureOf = async (id: string) =>
    (await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/evidence`), 200)).body
      .signature;
  expect(key).not.toBe(firstKey);
  expect(await signatureOf(first.review.id)).toEqual({
    status: "valid_retired_key",
    key_id: firstKey,
  });
  expect(await signatureOf(review.id)).toEqual({ status: "valid", key_id: key });
  const wording = `/admin/frameworks/${first.frameworkId}/wording?use_case_id=rule.a&on=${await now()}`;
  const { approvals } = (await expectStatus(system.admin("GET", wording), 200)).body;
  const statuses = new Map(
    approvals.map((one: Record<string, string>) => [one.review_id, one.signature_status]),
  );
  expect(statuses.get(first.review.id)).toBe("valid_retired_key");
  expect(statuses.get(review.id)).toBe("valid");
  const drawn = await certificate(first.review.id);
  const after = await cleared();
  await sequence();
  await auditor.copyLog();
  const bundle = async (path: string) =>
    (await expectStatus(system.admin("GET", `/admin/${path}/bundle`), 200)).text;
  const files: [string | Buffer, string[]][] = [
    [await bundle(`rule-reviews/${first.review.id}`), []],
    [await bundle(`rule-reviews/${review.id}`), []],
    [await bundle(`review-panels/${panel.panel.id}`), []],
    [drawn, []],
    [before.text, after.keys],
    [after.text, after.keys],
  ];
  for (const [file, keys] of files) {
    const { status, stdout } = await auditor.run(file, [...keys, ...auditor.options]);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).not.toContain("CHANGED");
  }
  expect(await watched()).toEqual({ code: 0, said: expect.stringContaining("Nothing was found.") });
});

test("a receipt downloaded after the log's keys changed names the keys that signed its proof, and is good", async () => {
  const opened = await expectStatus(system.api()("GET", `/counsel/review/${first.token}`), 200);
  await sequence();
  const { receipt } = opened.body.decision;
  const [key = ""] = auditor.keys;
  for (const [options, status] of [
    [[], 3],
    [["--key", key], 3],
    [auditor.options, 0],
  ] as const) {
    const judged = await auditor.run(JSON.stringify(receipt), ["--receipt", ...options]);
    expect({ options, ...judged }).toMatchObject({ options, status });
    expect(judged.stdout).not.toContain("CHANGED");
  }
  expect(receipt.verifier_keys).toEqual(auditor.keys);
});

test("rows about keys that no function would have written are named", async () => {
  const all = await storedRows(system);
  const rowsOf = (type: string) => all.filter(({ resource_type }) => resource_type === type);
  const last = <T>(some: readonly T[]): T => some.at(-1) as T;
  const [secret, log, rows] = [
    rowsOf("platform_secret"),
    rowsOf("evidence_log_key"),
    rowsOf("evidence_rows_key"),
  ];
  expect([secret.length, log.length, rows.length]).toEqual([4, 4, 3]);
  expect(await findingsOf([...secret, ...log, ...rows])).toEqual([]);
  const earlier = secret[0]?.context as { key_id: string };
  const old_key_id = last(secret).context.key_id;
  const wrong: [AuditRow[], string][] = [
    [secret.slice(1), "counsel_review_hmac_secret.rotated there was no key before"],
    [[...secret, changed(last(secret), {})], "it replaces another key than the one before"],
    [[...secret, changed(last(secret), { ...earlier, old_key_id })], "a key that signed before"],
    [[...log, changed(log[1], {})], "evidence_log_key.rotated it replaces another key"],
    [[...log, log[0] as AuditRow], "evidence_log_key.provisioned there were keys already"],
    [[changed(log[0], { verifier_keys: [] })], "it names no two keys of a log"],
    [[...rows, changed(rows[0], {})], "evidence_rows_key.rotated it replaces another key"],
  ];
  for (const [some, detail] of wrong) {
    expect((await findingsOf(rechained(some))).join()).toContain(detail);
  }
  const other = rechained([changed(rows[0], { old_key_id: "00000000" })]);
  expect(await findingsOf([...log, ...other])).toEqual([
    expect.stringMatching(/^reference_broken .* another key than the one that the log began with/),
  ]);
});

const hashedRow = ({ row_hash: _, ...row }: AuditRow): AuditRow => withRowHash(row);

/** A row of an open request that somebody wrote with a certificate of the former rows key. */
async function byFormerKey({ review }: Commissioned): Promise<Item> {
  const [first, ...more] = await rowItems(system, "rule_review_request", review.id);
  const last = (more.at(-1) ?? first) as Item;
  const created_at = await now();
  const said = { ...last.row, id: crypto.randomUUID(), created_at, prev_hash: last.row.row_hash };
  const row = hashedRow({ ...said, action: "rule_review.extended" });
  const validity = { notBefore: "2026-01-01T00:00:00.000Z", notAfter: "2999-01-01T00:00:00.000Z" };
  const writer = await testWriter(system, "extendReview", validity, { key: 1 });
  const item = writer.signed({ pk: last.pk, sk: placeOf(row, more.length + 2), row });
  await putItem(system, item);
  return item;
}

const renew = async ({ review }: { review: { id: string } }) => {
  const { status, body } = await system.admin("POST", `/admin/rule-reviews/${review.id}/link`, {
    deliver: "manual",
  });
  return { status, body, token: String(body.magic_link_url).split("/").at(-1) ?? "" };
};

test("after twelve hours the service no longer accepts a former rows key for what the log does not have", async () => {
  const alarms = () => system.lines.filter(({ event }) => event === "evidence.state_differs");
  for (const [hours, status] of [
    [11, 200],
    [2, 503],
  ] as const) {
    await system.advance(hours * 3600);
    await sequence();
    const one = await commissionAnother(system, first);
    await sequence();
    const before = alarms().length;
    await byFormerKey(one);
    expect((await renew(one)).status).toBe(status);
    expect(
      alarms()
        .slice(before)
        .map(({ reason }) => reason),
    ).toEqual(status === 200 ? [] : ["row_by_wrong_writer", "request"]);
    await takeBack(system);
    await sequence();
  }
});

test("an emergency ends what the former rows key certified and loses no row, but open links must be renewed", async () => {
  const wrong = await system.admin("POST", "/admin/setup/evidence-rows-key/rotate-key", {
    emergency: "yes",
  });
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "emergency" }] } });
  const [before, open, forgotten] = [
    await commissionAnother(system, first),
    await commissionAnother(system, first),
    await requestReview(system, { ...first, expiryDays: 1 }),
  ];
  const { body } = await expectStatus(
    system.admin("POST", "/admin/setup/evidence-rows-key/rotate-key", { emergency: true }),
    200,
  );
  const pause = Date.parse(body.pauses_at) - Date.parse(await now());
  expect(body).toMatchObject({ status: "rotated", emergency: true });
  // Until every function knows of the emergency, the former key still certifies. After that, nobody
  // writes until the key has changed.
  await decide(before.token);
  await system.advance(pause / 1000 + 1);
  const refused = await system.api()("POST", `/counsel/review/${open.token}/decide`, {
    decision: "approved",
  });
  expect(refused).toMatchObject({ status: 503, body: { code: "dependency_unavailable" } });
  await sequence();
  await system.advance(31);
  await sequence();

  const path = `/counsel/review/${open.token}`;
  expect(await system.api()("GET", path)).toMatchObject({
    ...{ status: 403, body: { code: "invalid_token" } },
  });
  expect(await system.api()("POST", `${path}/decide`, { decision: "approved" })).toMatchObject({
    ...{ status: 403, body: { code: "invalid_token" } },
  });
  // More time would sign the ended link again, so the request needs a new link first.
  const extend = () =>
    system.admin("POST", `/admin/rule-reviews/${open.review.id}/extend`, { expiry_days: 60 });
  expect(await extend()).toMatchObject({
    ...{
      status: 403,
      body: { code: "invalid_token", detail: expect.stringContaining("new link") },
    },
  });
  expect((await system.api()("GET", path)).status).toBe(403);
  const { token } = await renew(open);
  expect((await extend()).status).toBe(200);
  await decide(token);
  await sequence();
  // A request that was not renewed ends when its rows say.
  await system.advance(25 * 3600);
  await post("/_local/schedules/expire-reviews/run");
  const ended = await system.admin("GET", `/admin/rule-reviews/${forgotten.review.id}`);
  expect(ended.body.status).toBe("expired");
  await sequence();

  await auditor.copyLog();
  for (const { review } of [first, before, open, forgotten]) {
    const { text } = await system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`);
    const { status, stdout } = await auditor.run(text, auditor.options);
    expect({ status, stdout }).toMatchObject({ status: 0 });
  }
  expect(await watched()).toEqual({ code: 0, said: expect.stringContaining("Nothing was found.") });

  const one = await commissionAnother(system, first);
  await sequence();
  await byFormerKey(one);
  expect((await renew(one)).status).toBe(503);
  await takeBack(system);

  // The table may say that the log has the row, but the log's own entry is another row's.
  const { pk, sk, row } = await byFormerKey(one);
  const place = { index: 0, time: "2026-01-01T00:00:00.000Z", key: { pk, sk } };
  await putItem(system, {
    ...{ pk: `LOGROW#${row.row_hash}`, sk: "META" },
    row: { row_hash: row.row_hash, ...place, decides: null, log_proof: null },
  });
  expect((await renew(one)).status).toBe(503);
  await takeBack(system);
});

test("a rotation that is in a row but in no note of the log is named", async () => {
  await post("/admin/setup/evidence-rows-key/rotate-key");
  await rewriteItem(system, { pk: "LOG#KEYS", sk: "META" }, ({ keys }) => {
    keys.next = null;
  });
  await sequence();
  expect((await watched()).code).toBe(0);
  await system.advance(180);
  await sequence();
  expect(await watched()).toMatchObject({
    code: 1,
    said: expect.stringMatching(/key_unannounced: A row of .* changes the rows key, but no note/),
  });
});
