import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { rowHash } from "#shared/domain/audit/row.ts";
import { committedRow } from "#shared/domain/audit/told-row.ts";
import { contentHash, type Rule, ruleVersionHash } from "#shared/domain/frameworks/rule.ts";
import {
  askAgain,
  type Commissioned,
  commission,
  commissionAnother,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";
import {
  itemAt,
  putItem,
  removeItem,
  rewriteItem,
  rowItems,
  takeBack,
} from "#test/support/table-attack.ts";

const system = suiteSystemWithLog({ functions: "deployed" });

const decide = (token: string, decision = "approved", comment = "Fine.") =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, { decision, comment }), 200);
const open = (token: string) => expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
const seen = async (id: string) =>
  (await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/evidence`), 200)).body;
/** The evidence, once the log has taken in all waiting rows. */
const evidenceOf = async (id: string) => {
  await sequence();
  return seen(id);
};

/** A decided review: the given one, or one about the rules of others with its own counsel. */
async function decided(given?: Commissioned) {
  const commissioned = given ?? (await commissionAnother(system, await askAgain(system)));
  await open(commissioned.token);
  await decide(commissioned.token);
  return commissioned;
}

interface Finding {
  id: string;
  result: string;
  detail: string;
}
const resultsOf = (evidence: { checks: Finding[] }) =>
  Object.fromEntries(evidence.checks.map(({ id, result }) => [id, result]));
const detailOf = (evidence: { checks: Finding[] }, id: string) =>
  evidence.checks.find((check) => check.id === id)?.detail ?? "";

const allPass = {
  counsel_identity: "pass",
  document: "pass",
  words: "pass",
  counsel_key: "pass",
  log: "pass",
  // No time-stamp authority is configured here.
  timestamp: "unverifiable",
  signature: "pass",
  record_seal: "pass",
  audit_chain: "pass",
  audit_sequence: "pass",
  view_before_decision: "pass",
  signed_after_counsel_created: "pass",
  content_current: "pass",
  key_available: "pass",
};

describe("the evidence procedure of the first seed", () => {
  test("five steps answer who approved, when, and against which text", async () => {
    const { review, counselId, frameworkId, email, token } = await commission(system);
    await open(token);
    const { decided_at, decision_signature } = (await decide(token, "approved_with_changes")).body;

    // 1. Find requests by framework, counsel (lower-cased e-mail), status and decided_at date.
    const day = decided_at.slice(0, 10);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString();
    const found = await system.admin(
      "GET",
      `/admin/evidence?framework_id=${frameworkId}&counsel_email=${email.toUpperCase()}&decided_from=${day}T00:00:00Z&decided_to=${next}`,
    );
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([review.id]);
    expect(found.body.items[0].counsel).toMatchObject({
      firm: "Lex LLP",
      jurisdiction: "DE",
      bar_registration: "RAK 123",
    });

    // 2. Read the audit rows of the request, ordered by created_at.
    const evidence = await evidenceOf(review.id);
    expect(evidence.audit.map(({ action }: { action: string }) => action)).toEqual([
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
      "rule_review.approved_with_changes",
    ]);

    // 3. Verify the signature with the stored e-mail, nonce, decided_at and signature.
    expect(evidence.signature).toMatchObject({ status: "valid" });
    const verdict = await system.admin("POST", "/admin/signatures/verify", {
      decision: "approved_with_changes",
      counsel_email: evidence.counsel.email,
      nonce: evidence.request.nonce,
      decided_at: evidence.request.decided_at,
      signature: decision_signature,
    });
    expect(verdict.body).toEqual({ verified: true, key_id: evidence.signature.key_id });

    // 4. Recompute the hash over the current content.
    const { items } = (await system.admin("GET", `/admin/frameworks/${frameworkId}/rules`)).body;
    const contents = items.map((item: Record<string, unknown>) => {
      const { framework_id, version, content_hash, updated_at, ...content } = item;
      const { review_status, in_force, objection, starts_on, ...more } = content;
      const { needs_review, open_holds_wording, ...rule } = more;
      return rule;
    });
    expect(ruleVersionHash(frameworkId, contents)).toBe(evidence.content.current_hash);
    expect(evidence.content).toMatchObject({
      status: "live",
      stored_hash: review.rule_version_hash,
      changed: [],
    });

    // 5. The trail of the counsel, by context.counsel_id.
    const trail = await system.admin("GET", `/admin/counsel/${counselId}/audit`);
    expect(trail.body.items.map(({ action }: { action: string }) => action)).toEqual([
      "counsel.created",
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
      "rule_review.approved_with_changes",
    ]);
    expect(resultsOf(evidence)).toEqual(allPass);
  });

  test("the answer about a plain request has only members with a value, like the bundle", async () => {
    const { review, token } = await askAgain(system);
    await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    const path = `/counsel/review/${token}/decide`;
    await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
    const at = `/admin/rule-reviews/${review.id}`;
    const { body } = await expectStatus(system.admin("GET", `${at}/evidence`), 200);
    const { body: bundle } = await expectStatus(system.admin("GET", `${at}/bundle`), 200);
    const nulls = (value: object) =>
      Object.entries(value).flatMap(([name, one]) => (one === null ? [name] : []));
    // The first version has these as null, both in the answer and in what is sealed.
    const ofFirstVersion = ["decision_comment", "supplementary_pdf_kv_secret"];
    expect(nulls(body.request)).toEqual(ofFirstVersion);
    expect(nulls(bundle.request)).toEqual(ofFirstVersion);
    expect(Object.keys(body.request).toSorted()).toEqual(Object.keys(bundle.request).toSorted());
    expect(nulls(body)).toEqual([]);
    expect(nulls(body.counsel)).toEqual(["notes"]);
  });

  test("no check says pass if nothing was checked", async () => {
    const { review } = await askAgain(system);
    const evidence = await evidenceOf(review.id);
    expect(evidence.signature).toEqual({ status: "unverifiable", key_id: null });
    expect(resultsOf(evidence)).toEqual({
      ...allPass,
      counsel_identity: "pass",
      document: "unverifiable",
      words: "unverifiable",
      counsel_key: "unverifiable",
      signature: "unverifiable",
      record_seal: "unverifiable",
      view_before_decision: "unverifiable",
      signed_after_counsel_created: "unverifiable",
      key_available: "unverifiable",
    });
  });

  test("the link appears in evidence only as its digest", async () => {
    const { review, token } = await decided();
    const { text } = await system.admin("GET", `/admin/rule-reviews/${review.id}/evidence`);
    expect(text).not.toContain(token);
    expect(JSON.parse(text).audit[0].context.magic_link_url).toMatch(/^sha256:[0-9a-f]{64}$/);
    for (const row of JSON.parse(text).audit) {
      expect(row.row_hash).toBe(rowHash(committedRow(row)));
    }
  });

  test("a decision without a view fails that check alone", async () => {
    const { review, token } = await askAgain(system);
    await decide(token);
    expect(resultsOf(await evidenceOf(review.id))).toEqual({
      ...allPass,
      view_before_decision: "fail",
    });
    await open(token);
    const late = await evidenceOf(review.id);
    expect(resultsOf(late)).toEqual({ ...allPass, view_before_decision: "fail" });
    expect(detailOf(late, "view_before_decision")).toContain("after the decision");
  });

  test("editing counsel's firm later fails the identity check, and the bundle keeps the recorded firm", async () => {
    const { review, counselId } = await decided();
    const path = `/admin/counsel/${counselId}`;
    await expectStatus(system.admin("PATCH", path, { firm: "Other LLP", jurisdiction: null }), 200);
    const evidence = await evidenceOf(review.id);
    expect(resultsOf(evidence)).toEqual({ ...allPass, counsel_identity: "fail" });
    expect(detailOf(evidence, "counsel_identity")).toBe(
      'state_differs: Differs from what was recorded with the decision: firm ("Lex LLP" then, "Other LLP" now), ' +
        'jurisdiction ("DE" then, none now).',
    );
    const bundle = await system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`);
    expect(bundle.body.counsel).toMatchObject({ firm: "Lex LLP", jurisdiction: "DE" });
  });

  test("a later e-mail change is reported as that, not as tampering", async () => {
    const { review, counselId, email } = await decided();
    const path = `/admin/counsel/${counselId}`;
    await expectStatus(system.admin("PATCH", path, { email: "later@law.example" }), 200);
    const evidence = await evidenceOf(review.id);
    expect(evidence.signature.status).toBe("email_changed");
    expect(resultsOf(evidence)).toEqual({ ...allPass, signature: "fail" });
    expect(detailOf(evidence, "signature")).toContain("e-mail has changed");
    for (const address of [email, "later@law.example"]) {
      const found = await system.admin("GET", `/admin/evidence?counsel_email=${address}`);
      expect(found.body.items.map(({ id }: { id: string }) => id)).toContain(review.id);
    }
    await expectStatus(system.admin("PATCH", path, { email }), 200);
    expect((await seen(review.id)).signature.status).toBe("valid");
  });

  test("editing the rules later makes the content a snapshot; undoing the edit makes it live again", async () => {
    const { review, frameworkId } = await decided(await commission(system));
    const put = (title?: string) =>
      system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, {
        rules: [ruleText("rule.b", title === undefined ? {} : { title })],
      });
    await put("Edited");
    const edited = await evidenceOf(review.id);
    expect(edited.content).toMatchObject({
      status: "snapshot_only",
      changed: [{ use_case_id: "rule.b", fields: ["title"] }],
    });
    expect(resultsOf(edited)).toEqual({ ...allPass, content_current: "fail" });
    await put();
    expect(resultsOf(await seen(review.id))).toEqual(allPass);
  });

  test("says for each rule which wording was reviewed, and whether its law applied then and applies now", async () => {
    const rules = [
      ruleText("rule.now"),
      ruleText("rule.soon", { applies_from: "2999-01-01" }),
      ruleText("rule.was", { applies_until: "2999-01-01" }),
    ];
    const given = await commission(system, { rules });
    const { frameworkId } = given;
    const hashes = rules.map((rule) => contentHash(frameworkId, rule as Rule));
    const states = async () =>
      (await seen(given.review.id)).content.rules.map((rule: Record<string, unknown>) =>
        Object.values(rule),
      );
    expect(await states()).toEqual([
      ["rule.now", hashes[0], null, "in_force"],
      ["rule.soon", hashes[1], null, "not_yet"],
      ["rule.was", hashes[2], null, "in_force"],
    ]);
    const path = `/counsel/review/${given.token}/decide`;
    await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
    const moved = [
      ruleText("rule.soon", { applies_from: "2020-01-01" }),
      ruleText("rule.was", { applies_until: "2020-01-01" }),
    ];
    await system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules: moved });
    expect(await states()).toEqual([
      ["rule.now", hashes[0], "in_force", "in_force"],
      ["rule.soon", hashes[1], "not_yet", "in_force"],
      ["rule.was", hashes[2], "in_force", "ended"],
    ]);
  });

  test("an unknown review is a 404 for evidence and bundle", async () => {
    for (const what of ["evidence", "bundle"]) {
      const path = `/admin/rule-reviews/00000000-0000-4000-8000-000000000000/${what}`;
      expect((await system.admin("GET", path)).status).toBe(404);
    }
  });
});

describe("tampering directly in the table", () => {
  // biome-ignore lint/suspicious/noExplicitAny: items of every shape
  type Item = Record<string, any> & { pk: string; sk: string };
  const itemsOf = async (id: string) => ({
    record: (await itemAt(system, { pk: `REVIEW#${id}`, sk: "META" })) as Item,
    rows: (await rowItems(system, "rule_review_request", id)) as Item[],
  });
  afterEach(() => takeBack(system));
  const write = (item: object) => putItem(system, item);
  const remove = (item: Item) => removeItem(system, item);
  const change = async (id: string, fields: Record<string, unknown>) => {
    await rewriteItem(system, { pk: `REVIEW#${id}`, sk: "META" }, ({ review }) => {
      Object.assign(review, fields);
    });
  };

  const changes: [string, Record<string, unknown>, string[], RegExp][] = [
    ["the comment", { decision_comment: "Something else." }, ["record_seal"], /decision_comment/],
    [
      "the decision",
      { status: "rejected" },
      ["signature", "record_seal", "audit_sequence"],
      /changed/,
    ],
    [
      "the hash",
      { rule_version_hash: "0".repeat(64) },
      ["record_seal", "content_current"],
      /rule_version_hash/,
    ],
    [
      "the rule list",
      { rule_use_case_ids: ["rule.a", "rule.b"], pinned_hashes: [] },
      ["record_seal", "content_current"],
      /rule_use_case_ids/,
    ],
    [
      "the order of the rule list",
      { rule_use_case_ids: ["rule.b", "rule.a", "rule.c"] },
      ["record_seal", "content_current"],
      /rule_use_case_ids/,
    ],
    [
      "the recorded e-mail",
      { counsel_email: "mallory@law.example" },
      ["record_seal"],
      /counsel_email/,
    ],
    [
      "the time",
      { decided_at: "2026-01-01T00:00:00.000Z" },
      ["signature", "record_seal", "signed_after_counsel_created"],
      /decided_at/,
    ],
    ["the signature", { decision_signature: "0".repeat(64) }, ["signature"], /./],
    ["the nonce", { nonce: "0".repeat(32) }, ["signature", "record_seal"], /./],
    ["the requester", { requested_by_user_id: "someone-else" }, ["record_seal"], /./],
    ["the seal", { record_seal: null }, ["record_seal"], /missing/],
    ["the view", { viewed_at: "2026-01-01T00:00:00.000Z" }, ["audit_sequence"], /viewed_at/],
    ["the expiry", { expires_at: "2036-01-01T00:00:00.000Z" }, ["audit_sequence"], /expires_at/],
    ["the creation", { created_at: "2020-01-01T00:00:00.000Z" }, ["audit_sequence"], /created_at/],
    [
      "the document",
      { supplementary_pdf_kv_secret: `placeholder:sha256:${"0".repeat(64)}` },
      ["document"],
      /digest/,
    ],
  ];
  let one: ReturnType<typeof decided>;
  beforeAll(async () => {
    one = commission(system).then(decided);
    await one;
    await sequence();
  });

  /** Another decided request for the same rules from the same counsel. */
  const another = async () => {
    const requested = await requestReview(system, await one);
    await open(requested.token);
    await decide(requested.token);
    return requested;
  };

  test("without a change nothing is found", async () => {
    const { review } = await one;
    expect(resultsOf(await evidenceOf(review.id))).toEqual(allPass);
  });

  test.each(changes)("%s is found and named", async (_, fields, failing, named) => {
    const { review } = await one;
    await change(review.id, fields);
    const evidence = await seen(review.id);
    const found = evidence.checks.filter(({ result }: Finding) => result === "fail");
    const ids = found.map(({ id }: Finding) => id);
    for (const id of failing) expect(ids).toContain(id);
    const details = found.map(({ detail }: Finding) => detail).join(" ");
    expect(details).toMatch(named);
    if (failing.includes("signature")) expect(evidence.signature.status).toBe("invalid");
  });

  test("a row changed, even with its own hash recomputed", async () => {
    const { review } = await one;
    const { rows } = await itemsOf(review.id);
    const viewed = rows[1] as Item;
    const row = { ...(viewed.row as object), created_at: "2026-01-01T00:00:00.000Z" } as never;
    await write({ ...viewed, row });
    expect(detailOf(await seen(review.id), "audit_chain")).toMatch(
      /row_changed: rule_review.viewed_by_counsel of .*: it does not match its hash/,
    );
    await write({ ...viewed, row: { ...(row as object), row_hash: rowHash(row) } });
    expect(detailOf(await seen(review.id), "audit_chain")).toMatch(
      /row_missing: rule_review.approved of/,
    );
  });

  test("a row removed from the middle, or the last one", async () => {
    const { review } = await one;
    const { rows } = await itemsOf(review.id);
    await remove(rows[1] as Item);
    expect(resultsOf(await seen(review.id))).toMatchObject({
      audit_chain: "fail",
      view_before_decision: "fail",
    });
    await takeBack(system);
    await remove(rows[2] as Item);
    const evidence = await seen(review.id);
    expect(resultsOf(evidence)).toMatchObject({
      audit_chain: "fail",
      audit_sequence: "fail",
      record_seal: "fail",
    });
    expect(detailOf(evidence, "audit_chain")).toBe(
      "The record counts 3 rows, but the trail has 2.",
    );
  });

  test("a row inserted, even if linked to the last one", async () => {
    const { review } = await one;
    const { rows } = await itemsOf(review.id);
    const last = rows[2] as Item;
    const { row_hash, ...row } = last.row as Record<string, unknown>;
    const forged = {
      ...row,
      id: "forged",
      action: "rule_review.cancelled",
      prev_hash: row_hash,
    } as never;
    await write({
      ...last,
      sk: `${last.sk}~`,
      row: { ...(forged as object), row_hash: rowHash(forged) },
    });
    const evidence = await seen(review.id);
    expect(resultsOf(evidence)).toMatchObject({ audit_chain: "fail", audit_sequence: "fail" });
  });

  test("rows reordered by changing their times", async () => {
    const { review } = await one;
    const { rows } = await itemsOf(review.id);
    await remove(rows[1] as Item);
    await write({ ...(rows[1] as Item), sk: `${(rows[2] as Item).sk}~` });
    expect(resultsOf(await seen(review.id))).toMatchObject({ audit_chain: "fail" });
  });

  test("the decision rows of two requests swapped", async () => {
    const [first, second] = [await one, await another()];
    const [a, b] = [
      (await itemsOf(first.review.id)).rows[2] as Item,
      (await itemsOf(second.review.id)).rows[2] as Item,
    ];
    await write({ ...a, row: b.row });
    await write({ ...b, row: a.row });
    for (const { review } of [first, second]) {
      const evidence = await seen(review.id);
      expect(detailOf(evidence, "audit_chain")).toContain("belongs to something else");
      expect(resultsOf(evidence)).toMatchObject({ record_seal: "fail" });
    }
  });

  test("a whole chain recomputed, with the record's head updated to match", async () => {
    const { review } = await one;
    const { rows, record } = await itemsOf(review.id);
    let previous: string | null = null;
    for (const item of rows) {
      const row = {
        ...(item.row as Record<string, unknown>),
        actor_user_id: null,
        prev_hash: previous,
      } as never;
      previous = rowHash(row);
      await write({ ...item, row: { ...(row as object), row_hash: previous } });
    }
    const stored = record.review as Record<string, unknown>;
    await change(review.id, { audit_head: { ...(stored.audit_head as object), hash: previous } });
    expect(resultsOf(await seen(review.id))).toMatchObject({
      audit_chain: "pass",
      record_seal: "fail",
    });
  });

  test("the pinned text of a rule", async () => {
    const { review, frameworkId } = await one;
    const content = (await scanTable(system)).find(
      ({ pk, sk }) => pk === `RULE#${frameworkId}#rule.a` && String(sk).startsWith("CONTENT#"),
    ) as Item;
    await write({ ...content, content: { ...content.content, title: "Rewritten" } });
    const evidence = await seen(review.id);
    expect(detailOf(evidence, "content_current")).toContain("snapshot");
    expect(resultsOf(evidence).content_current).toBe("fail");
  });
});

describe("searching for evidence", () => {
  test("finds by framework, e-mail, status and date; the end is exclusive", async () => {
    // The same person's decision elsewhere comes first; it must not leave a first page empty.
    const elsewhere = await commission(system);
    await decide(elsewhere.token);
    const first = await commission(system, { email: elsewhere.email });
    const second = await requestReview(system, first);
    const third = await requestReview(system, first);
    const one = (await decide(first.token, "approved")).body;
    const two = (await decide(second.token, "approved_with_changes")).body;
    const no = (await decide(third.token, "rejected")).body;
    const search = async (query: string): Promise<string[]> =>
      (
        await expectStatus(
          system.admin("GET", `/admin/evidence?framework_id=${first.frameworkId}${query}`),
          200,
        )
      ).body.items.map(({ id }: { id: string }) => id);
    expect(await search("")).toEqual([one.request_id, two.request_id]);
    expect(await search("&status=rejected")).toEqual([no.request_id]);
    expect(await search("&status=rejected,approved")).toEqual([one.request_id, no.request_id]);
    expect(await search(`&decided_from=${two.decided_at}`)).toEqual([two.request_id]);
    expect(await search(`&decided_to=${two.decided_at}`)).toEqual([one.request_id]);
    expect(await search(`&counsel_email=${first.email}&limit=1`)).toEqual([one.request_id]);
    expect(await search("&counsel_email=nobody@law.example")).toEqual([]);
    const nothingBetween = `&decided_from=${two.decided_at}&decided_to=`;
    expect(await search(nothingBetween + two.decided_at)).toEqual([]);
    expect(await search(nothingBetween + one.decided_at)).toEqual([]);
    for (const query of [
      "&decided_from=9999-12-31T23:59:59-23:59",
      "&status=pending",
      "&status=",
      "&decided_from=yesterday",
      "&decided_from=2026-11-20T00:00:00",
    ]) {
      expect((await system.admin("GET", `/admin/evidence?framework_id=x${query}`)).status).toBe(
        400,
      );
    }
    const everywhere = await system.admin(
      "GET",
      `/admin/evidence?decided_from=${one.decided_at}&limit=200`,
    );
    expect(everywhere.body.items.map(({ id }: { id: string }) => id)).toContain(two.request_id);
  });

  test("names the counsel of every review, no matter who has the e-mail address now", async () => {
    const before = await decided(await commission(system));
    const contested = before.email;
    const rename = (counselId: string, email: string) =>
      expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, { email }), 200);
    await rename(before.counselId, `left-${contested}`);
    const successor = await decided();
    await rename(successor.counselId, contested);
    const counselIn = async (query: string): Promise<Record<string, string>> => {
      const { body } = await expectStatus(system.admin("GET", `/admin/evidence?${query}`), 200);
      return Object.fromEntries(
        body.items.map((item: { id: string; counsel: { id: string } }) => [
          item.id,
          item.counsel.id,
        ]),
      );
    };
    const both = {
      [before.review.id]: before.counselId,
      [successor.review.id]: successor.counselId,
    };
    expect(await counselIn(`counsel_email=${contested}`)).toEqual(both);
    expect(
      await counselIn(`counsel_email=${contested}&framework_id=${before.frameworkId}`),
    ).toEqual({
      [before.review.id]: before.counselId,
    });
    expect(await counselIn(`counsel_email=${successor.email}`)).toEqual({
      [successor.review.id]: successor.counselId,
    });
    expect(await counselIn("limit=200")).toMatchObject(both);
  });
});
