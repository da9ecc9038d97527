import { createHash, createHmac } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { sentenceText } from "#shared/domain/standing/pieces.ts";
import { decisionSentence, standingSentence } from "#shared/domain/standing/sentence.ts";
import { toldOf } from "#shared/domain/standing/told.ts";
import {
  askAgain,
  commission,
  commissionAnother,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";
import { type Item, putItem, takeBack } from "#test/support/table-attack.ts";

const system = suiteSystem({ functions: "deployed" });

const open = (token: string) =>
  system.api()("GET", `/counsel/review/${token}`, undefined, { accept: "application/json" });
const decide = (token: string, body: unknown) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);
const auditOf = async (id: string) =>
  (await system.admin("GET", `/admin/rule-reviews/${id}/audit`)).body.items as {
    action: string;
    context: Record<string, unknown>;
    actor_type: string;
    actor_user_id: string | null;
    tenant_id: string | null;
    row_hash: string;
  }[];

describe("commissioning a review", () => {
  test("returns a pending request with its link, which no later response shows", async () => {
    const { review, link, token, ruleIds, frameworkId, counselId } = await askAgain(system);
    expect(review).toMatchObject({
      framework_id: frameworkId,
      counsel_id: counselId,
      rule_use_case_ids: ruleIds,
      status: "pending",
      decided_at: null,
      viewed_at: null,
      decision_signature: null,
      decision_comment: null,
    });
    expect(review.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(link).toBe(`${system.baseUrl}/counsel/review/${token}`);
    const again = await system.admin("GET", `/admin/rule-reviews/${review.id}`);
    expect(again.body).toEqual(review);
    const queue = await system.admin("GET", `/admin/rule-reviews?counsel_id=${counselId}`);
    expect(queue.text).not.toContain(token);
    expect(again.text).not.toContain("token");
  });

  test("expires after 14 days unless 1 to 60 are asked for", async () => {
    const span = ({ review }: Awaited<ReturnType<typeof commission>>) =>
      (Date.parse(review.expires_at) - Date.parse(review.created_at)) / 86_400_000;
    const first = await askAgain(system);
    expect(span(first)).toBe(14);
    expect(span(await requestReview(system, { ...first, expiryDays: 60 }))).toBe(60);
    for (const expiry_days of [0, 61, 1.5, "14"]) {
      const answer = await system.admin("POST", "/admin/rule-reviews", {
        framework_id: "fw",
        rule_use_case_ids: ["rule.a"],
        counsel_id: "00000000-0000-4000-8000-000000000000",
        expiry_days,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].path).toBe("expiry_days");
    }
  });

  test("writes rule_review.requested with the link, the rules, the hash and who asked", async () => {
    const { review, link, ruleIds, counselId } = await askAgain(system);
    const [row, ...more] = await auditOf(review.id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      action: "rule_review.requested",
      actor_type: "user",
      actor_user_id: review.requested_by_user_id,
      tenant_id: null,
      context: {
        magic_link_url: link,
        rule_use_case_ids: ruleIds,
        rule_version_hash: review.rule_version_hash,
        requested_by_user_id: review.requested_by_user_id,
        counsel_id: counselId,
      },
    });
  });

  test("the link appears in one log line and the audit context, and the token nowhere else", async () => {
    const { review, link, token } = await askAgain(system);
    await expectStatus(open(token), 200);
    await expectStatus(decide(token, { decision: "approved" }), 200);
    const holding = system.rawLines.filter((line) => line.includes(token));
    expect(holding).toHaveLength(1);
    expect(JSON.parse(holding[0] ?? "")).toMatchObject({
      event: "rule_review.link_issued",
      review_id: review.id,
      magic_link_url: link,
    });
    const all = await scanTable(system);
    const items = all.filter((item) => JSON.stringify(item).includes(token));
    expect(items.map((item) => item.row?.action)).toEqual(["rule_review.requested"]);
    const digest = createHash("sha256").update(token).digest("hex");
    const stored = all.find((item) => item.pk === `REVIEW#${review.id}`);
    expect(stored?.review.token_hash).toBe(digest);
  });

  test("the same rules give the same hash in any order, but a new nonce and a new link", async () => {
    const first = await askAgain(system);
    const second = await requestReview(system, { ...first, ruleIds: first.ruleIds.toReversed() });
    expect(second.review.rule_version_hash).toBe(first.review.rule_version_hash);
    expect(second.review.rule_use_case_ids).toEqual(first.ruleIds.toReversed());
    expect(second.review.nonce).not.toBe(first.review.nonce);
    expect(second.token).not.toBe(first.token);
  });

  test("a request after an edit pins the edited rules; the earlier one keeps what it pinned", async () => {
    const first = await commission(system);
    const edited = ruleText("rule.a", { title: "Edited title" });
    const path = `/admin/frameworks/${first.frameworkId}/rules`;
    await expectStatus(system.admin("PUT", path, { rules: [edited] }), 200);
    const second = await requestReview(system, first);
    expect(second.review.rule_version_hash).not.toBe(first.review.rule_version_hash);
    expect((await open(first.token)).body.rules[0].title).toBe("Title of rule.a");
    expect((await open(second.token)).body.rules[0].title).toBe("Edited title");
  });

  test("refuses invalid requests, each with its own code, and stores nothing", async () => {
    const { frameworkId, counselId, ruleIds } = await commission(system);
    const other = await commission(system);
    const request = (change: Record<string, unknown>) =>
      system.admin("POST", "/admin/rule-reviews", {
        framework_id: frameworkId,
        rule_use_case_ids: ruleIds,
        counsel_id: counselId,
        ...change,
      });
    const before = (await scanTable(system)).length;
    const unknown = await request({ rule_use_case_ids: ["rule.a", "no.such", "nor.this"] });
    expect([unknown.status, unknown.body.code]).toEqual([422, "unknown_rules"]);
    expect(unknown.body.detail).toContain("no.such, nor.this");
    expect(unknown.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "rule_use_case_ids.1",
      "rule_use_case_ids.2",
    ]);
    const foreign = await request({ counsel_id: other.counselId });
    expect([foreign.status, foreign.body.code]).toEqual([422, "counsel_framework_mismatch"]);
    const nobody = await request({ counsel_id: "00000000-0000-4000-8000-000000000000" });
    expect([nobody.status, nobody.body.code]).toEqual([422, "unknown_counsel"]);
    const noId = await request({ counsel_id: "ada" });
    expect(noId.body.errors).toEqual([{ path: "counsel_id", message: "must be a UUID" }]);
    const nowhere = await request({ framework_id: "no_such_framework" });
    expect([nowhere.status, nowhere.body.code]).toEqual([422, "unknown_framework"]);
    expect((await scanTable(system)).length).toBe(before);
    await expectStatus(system.admin("POST", `/admin/counsel/${counselId}/deactivate`), 200);
    const retired = await request({});
    expect([retired.status, retired.body.code]).toEqual([422, "counsel_inactive"]);
    await expectStatus(system.admin("POST", `/admin/counsel/${counselId}/reactivate`), 200);
    expect((await request({})).status).toBe(201);
  });
});

describe("opening the link", () => {
  test("shows counsel's name, the expiry and the full content of every pinned rule", async () => {
    const rules = [ruleText("rule.b", { title: "Zweite Regel – „genau so“ " }), ruleText("rule.a")];
    const { token, review, frameworkId } = await commission(system, { rules });
    const answer = await open(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      request_id: review.id,
      framework: { id: frameworkId, display_name: "A framework" },
      counsel: { display_name: "Dr. Ada Lex" },
      status: "pending",
      expires_at: review.expires_at,
      rule_version_hash: review.rule_version_hash,
      changed_since_last_approval: [],
      decision: null,
    });
    expect(answer.body.rules).toEqual(rules);
  });

  test("a wording other than the one sent for review is not shown, whatever the table says", async () => {
    const { review, token, ruleIds, frameworkId } = await commission(system);
    const shown = (await open(token)).body.rules;
    const other = await commission(system, { rules: [ruleText("rule.a", { title: "Another" })] });
    const items = await scanTable(system);
    const record = items.find(({ pk }) => pk === `REVIEW#${other.review.id}`)?.review;
    const isState = ({ pk, sk, review: kept }: Item) =>
      /^LINK#/.test(pk) && sk === "STATE" && kept.id === review.id;
    const [state] = items.filter(isState);
    for (const pinned_hashes of [ruleIds.map(() => "0".repeat(64)), record.pinned_hashes, []]) {
      await putItem(system, { ...state, review: { ...state?.review, pinned_hashes } });
      expect((await open(token)).body.rules).toEqual(shown);
    }
    const [text] = items.filter(
      ({ pk, sk }) => pk === `RULE#${frameworkId}#${ruleIds[0]}` && sk.startsWith("CONTENT#"),
    );
    await putItem(system, { ...text, content: { ...text?.content, title: "Another" } });
    const { status, body } = await open(token);
    expect([status, body.code]).toEqual([409, "review_unreadable"]);
    await takeBack(system);
    expect((await open(token)).status).toBe(200);
  });

  test("only the first view writes a row", async () => {
    const { token, review } = await askAgain(system);
    for (let i = 0; i < 3; i += 1) await expectStatus(open(token), 200);
    const rows = await auditOf(review.id);
    expect(rows.map(({ action }) => action)).toEqual([
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
    ]);
    expect(rows[1]).toMatchObject({ actor_type: "system", actor_user_id: null, tenant_id: null });
    const { viewed_at } = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
    expect(rows[1]?.context.viewed_at).toBe(viewed_at);
  });

  test("a browser gets the same page for every token, and nothing is recorded", async () => {
    const { token, review } = await askAgain(system);
    const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const page = await system.api()("GET", `/counsel/review/${token}`, undefined, html);
    const unknown = await system.api()("GET", "/counsel/review/unknown", undefined, html);
    expect([page.status, unknown.status]).toEqual([200, 200]);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.text).toBe(unknown.text);
    expect(await auditOf(review.id)).toHaveLength(1);
  });

  describe("clients that ask for the address", () => {
    let asked: Awaited<ReturnType<typeof commission>>;
    beforeAll(async () => {
      asked = await askAgain(system);
    });

    test.each([
      ["anything at all", { accept: "*/*" }],
      ["nothing said", { accept: "" }],
      ["any application type", { accept: "application/*, */*;q=0.1" }],
      ["a page before JSON", { accept: "text/html, application/json;q=0.9" }],
      ["any text before JSON", { accept: "text/*, application/json;q=0.5" }],
      ["anything before JSON", { accept: "*/*, application/json;q=0.9" }],
      ["JSON refused", { accept: "application/json;q=0" }],
      ["JSON fetched ahead", { accept: "application/json", "sec-purpose": "prefetch;prerender" }],
      [
        "JSON fetched ahead, as older browsers say it",
        { accept: "application/json", purpose: "prefetch" },
      ],
    ])("a scanner or preview that asks for %s records no view", async (_, headers) => {
      const { token, review } = asked;
      const answer = await system.api()("GET", `/counsel/review/${token}`, undefined, headers);
      expect(answer.headers.get("content-type")).toContain("text/html");
      expect(await auditOf(review.id)).toHaveLength(1);
    });

    test.each([
      ["application/json"],
      ["application/problem+json, text/plain;q=0.5"],
      ["application/json, text/html;q=0.9, */*;q=0.8"],
      ["text/html, application/json"],
      ["application/json, */*"],
    ])("%s gets JSON, and the view records that a program asked", async (accept) => {
      const { token, review } = await requestReview(system, asked);
      const answer = await system.api()("GET", `/counsel/review/${token}`, undefined, { accept });
      expect(answer.body.request_id).toBe(review.id);
      expect((await auditOf(review.id))[1]?.context.via).toBe("api");
    });
  });

  test("responses on the counsel paths cannot be cached, framed or indexed, nor leak their address", async () => {
    const { token } = await askAgain(system);
    const answers = [await open(token), await open("unknown"), await decide(token, {})];
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toBe("noindex");
      expect(headers.get("permissions-policy")).toContain("publickey-credentials-get=()");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("strict-transport-security")).toContain("max-age=");
      expect(headers.get("x-request-id")).toBeTruthy();
    }
  });

  test("lists the rules that differ from their last approval; one never approved is not listed", async () => {
    const first = await commission(system, { rules: [ruleText("rule.a"), ruleText("rule.b")] });
    await expectStatus(decide(first.token, { decision: "approved" }), 200);
    const path = `/admin/frameworks/${first.frameworkId}/rules`;
    const rules = [ruleText("rule.b", { title: "New title" }), ruleText("rule.c")];
    await expectStatus(system.admin("PUT", path, { rules }), 200);
    const second = await requestReview(system, {
      ...first,
      ruleIds: ["rule.a", "rule.b", "rule.c"],
    });
    expect((await open(second.token)).body.changed_since_last_approval).toEqual(["rule.b"]);
  });
});

describe("deciding", () => {
  test.each(["approved", "approved_with_changes", "changes_requested", "rejected"])(
    "%s is stored, signed and audited exactly as sent",
    async (decision) => {
      const { token, review, email, ruleIds, counselId } = await askAgain(system);
      const comment = "  Ziffer 3 | „bitte“ ändern\r\n\t<b>&amp;</b> 😀 ";
      await expectStatus(open(token), 200);
      const answer = await expectStatus(decide(token, { decision, comment }), 200);
      const { decided_at, decision_signature } = answer.body;
      expect(answer.body).toEqual({
        request_id: review.id,
        decision,
        decided_at,
        decision_signature,
        rule_version_hash: review.rule_version_hash,
        row_hash: (await auditOf(review.id)).at(-1)?.row_hash,
        receipt: expect.objectContaining({ request_id: review.id }),
        proof_code: expect.arrayContaining([expect.stringMatching(/^[01]{40,}$/)]),
        log_proof: null,
      });
      const expected = createHmac("sha256", DEVELOPMENT_SECRET)
        .update(`${decision}|${email}|${review.nonce}|${decided_at}`)
        .digest("hex");
      expect(decision_signature).toBe(expected);
      const stored = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
      expect(stored).toMatchObject({
        status: decision,
        decided_at,
        decision_signature,
        decision_comment: comment,
      });
      const rows = await auditOf(review.id);
      expect(rows.map(({ action }) => action)).toEqual([
        "rule_review.requested",
        "rule_review.viewed_by_counsel",
        `rule_review.${decision}`,
      ]);
      expect(rows[2]).toMatchObject({
        actor_type: "system",
        actor_user_id: null,
        context: {
          decision,
          decision_signature,
          decided_at,
          rule_use_case_ids: ruleIds,
          decision_comment: comment,
          counsel_email: email,
          rule_version_hash: review.rule_version_hash,
          counsel_id: counselId,
          document: null,
          counsel: {
            display_name: "Dr. Ada Lex",
            firm: "Lex LLP",
            jurisdiction: "DE",
            bar_registration: "RAK 123",
          },
        },
      });
    },
  );

  test("the same decision with a different document, or without it, is refused", async () => {
    const { token, review } = await askAgain(system);
    const withFile = (content: string) => ({
      decision: "approved",
      supplementary_pdf: {
        filename: "opinion.pdf",
        content_base64: Buffer.from(content).toString("base64"),
      },
    });
    const first = await expectStatus(decide(token, withFile("%PDF-1.7 one")), 200);
    expect((await decide(token, withFile("%PDF-1.7 one"))).body).toEqual(first.body);
    for (const other of [withFile("%PDF-1.7 two"), { decision: "approved" }]) {
      const refused = await decide(token, other);
      expect([refused.status, refused.body.code]).toEqual([409, "already_decided"]);
    }
    const digest = createHash("sha256").update("%PDF-1.7 one").digest("hex");
    expect((await auditOf(review.id)).at(-1)?.context.document).toBe(digest);
  });

  test("counsel's name and firm are recorded as they are at decision time", async () => {
    const { token, review, counselId } = await commissionAnother(system, await askAgain(system));
    const edit = { display_name: "Dr. Ada Lex-Byron", firm: null, jurisdiction: "FR" };
    await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, edit), 200);
    await expectStatus(decide(token, { decision: "approved" }), 200);
    expect((await auditOf(review.id)).at(-1)?.context.counsel).toEqual({
      ...edit,
      bar_registration: "RAK 123",
    });
  });

  test("a rule may be named like a built-in object member", async () => {
    const ids = ["constructor", "tostring", "hasownproperty", "valueof", "prototype"];
    const { token, frameworkId } = await commission(system, {
      rules: ids.map((id) => ruleText(id)),
    });
    expect((await expectStatus(open(token), 200)).body.changed_since_last_approval).toEqual([]);
    await expectStatus(decide(token, { decision: "approved" }), 200);
    for (const query of ["", `?as_of=${new Date().toISOString()}`]) {
      const path = `/admin/frameworks/${frameworkId}/coverage${query}`;
      expect((await expectStatus(system.admin("GET", path), 200)).body.totals).toMatchObject({
        approved_live: ids.length,
      });
    }
  });

  test("a multipart field named like a built-in object member is refused by name", async () => {
    const { token } = await askAgain(system);
    for (const name of ["__proto__", "constructor", "toString"]) {
      const form = new FormData();
      form.set("decision", "approved");
      form.set(name, "x");
      const answer = await decide(token, form);
      expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: name }]]);
      expect(answer.body.errors[0].message).toContain("not known");
    }
  });

  describe("the form as multipart", () => {
    /** A form whose parts are these bytes, each with the parameters of its disposition. */
    const parts = (given: readonly (readonly [string, Uint8Array | string])[]) =>
      Buffer.concat([
        ...given.flatMap(([about, bytes]) => [
          Buffer.from(`--x\r\ncontent-disposition: form-data; name=${about}\r\n\r\n`),
          Buffer.from(bytes as Uint8Array),
          Buffer.from("\r\n"),
        ]),
        Buffer.from("--x--\r\n"),
      ]);
    const send = (token: string, given: Parameters<typeof parts>[0]) =>
      system.api()("POST", `/counsel/review/${token}/decide`, parts(given), {
        "content-type": "multipart/form-data; boundary=x",
      });
    const decision = ["decision", "approved"] as const;
    const pdf = 'supplementary_pdf; filename="opinion.pdf"';

    test("refuses a text that is not UTF-8 by name, whatever the file holds, and keeps one that is", async () => {
      const { token, review } = await askAgain(system);
      for (const bytes of [
        [0x66, 0xfc, 0x72],
        [0xed, 0xa0, 0x80],
      ]) {
        const lossy = Buffer.from(bytes).toString("utf8");
        const answer = await send(token, [
          decision,
          ["comment", Buffer.from(bytes)],
          ["counsel_reference", lossy],
          [pdf, `%PDF-1.7 ${lossy}`],
        ]);
        expect([answer.status, answer.body.errors]).toEqual([
          400,
          [{ path: "comment", message: "must be well-formed Unicode" }],
        ]);
      }
      expect(await auditOf(review.id)).toHaveLength(1);
      const comment = "\ufeffü \ufffd 😀\r\n";
      await expectStatus(
        send(token, [decision, ["comment", comment], [pdf, Buffer.from("%PDF-\xfc", "latin1")]]),
        200,
      );
      const stored = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
      expect(stored.decision_comment).toBe(comment);
      const digest = createHash("sha256").update("%PDF-\xfc", "latin1").digest("hex");
      expect(stored.supplementary_pdf_kv_secret).toBe(`placeholder:sha256:${digest}`);
    });

    test("names every fault at once, the file's too, as JSON does", async () => {
      const { token } = await askAgain(system);
      const content_base64 = Buffer.from("MZ").toString("base64");
      const answers = [
        await send(token, [
          ["decision", "maybe"],
          [pdf, "MZ"],
        ]),
        await decide(token, {
          decision: "maybe",
          supplementary_pdf: { filename: "a.pdf", content_base64 },
        }),
      ];
      for (const { status, body } of answers) {
        const paths = body.errors.map(({ path }: { path: string }) => path);
        expect([status, paths]).toEqual([400, ["decision", "supplementary_pdf"]]);
      }
    });

    test("refuses an empty file, but not a file field in which nothing was chosen", async () => {
      const { token, review } = await askAgain(system);
      const refused = await send(token, [decision, [pdf, ""]]);
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, "supplementary_pdf"]);
      expect(await auditOf(review.id)).toHaveLength(1);
      await expectStatus(send(token, [decision, ['supplementary_pdf; filename=""', ""]]), 200);
      const stored = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
      expect(stored.supplementary_pdf_kv_secret).toBeNull();
    });
  });

  test("the same decision again gets the same receipt, anything else gets a 409, and nothing more is written", async () => {
    const { token, review } = await askAgain(system);
    const first = await expectStatus(decide(token, { decision: "approved", comment: "Yes" }), 200);
    const again = await expectStatus(decide(token, { decision: "approved", comment: "Yes" }), 200);
    expect(again.body).toEqual(first.body);
    for (const other of [
      { decision: "rejected", comment: "Yes" },
      { decision: "approved", comment: "No" },
      { decision: "approved" },
    ]) {
      const refused = await decide(token, other);
      expect([refused.status, refused.body.code]).toEqual([409, "already_decided"]);
    }
    expect((await auditOf(review.id)).map(({ action }) => action)).toEqual([
      "rule_review.requested",
      "rule_review.approved",
    ]);
    expect((await open(token)).body.decision).toEqual({
      decision: "approved",
      decided_at: first.body.decided_at,
      decision_comment: "Yes",
      decision_signature: first.body.decision_signature,
      row_hash: first.body.row_hash,
      receipt: first.body.receipt,
      proof_code: first.body.proof_code,
      log_proof: null,
    });
  });

  test("the form may be multipart with a PDF, of which only a digest is stored", async () => {
    const { token, review } = await askAgain(system);
    const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from([0, 255, 254, 13, 10])]);
    const form = new FormData();
    form.set("decision", "approved_with_changes");
    form.set("comment", "See the file");
    form.set("supplementary_pdf", new File([pdf], "opinion.pdf", { type: "application/pdf" }));
    await expectStatus(decide(token, form), 200);
    const stored = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
    const digest = createHash("sha256").update(pdf).digest("hex");
    expect(stored.supplementary_pdf_kv_secret).toBe(`placeholder:sha256:${digest}`);
    expect(stored.decision_comment).toBe("See the file");
  });

  test("the PDF may come inside JSON; over 4 MiB it gets a 413, and what is not a PDF a 400", async () => {
    const { token, review } = await askAgain(system);
    const file = (content: Buffer) => ({
      decision: "approved",
      supplementary_pdf: { filename: "a.pdf", content_base64: content.toString("base64") },
    });
    const noPdf = await decide(token, file(Buffer.from("MZ…")));
    expect([noPdf.status, noPdf.body.errors[0].path]).toEqual([400, "supplementary_pdf"]);
    const tooLarge = Buffer.alloc(4_194_305, 32);
    for (const beginning of ["MZ\0\0", "%PDF-1.7"]) {
      tooLarge.write(beginning);
      const refused = await decide(token, file(tooLarge));
      expect([refused.status, refused.body.code]).toEqual([413, "payload_too_large"]);
    }
    await expectStatus(decide(token, file(tooLarge.subarray(0, 4_194_304))), 200);
    const stored = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
    expect(stored.supplementary_pdf_kv_secret).toMatch(/^placeholder:sha256:[0-9a-f]{64}$/);
  });

  test("signs with the e-mail at decision time, even if it changed after the link was opened", async () => {
    const { token, review, counselId } = await commissionAnother(system, await askAgain(system));
    await expectStatus(
      system.admin("PATCH", `/admin/counsel/${counselId}`, { email: "New@Law.Example " }),
      200,
    );
    const { body } = await expectStatus(decide(token, { decision: "rejected" }), 200);
    const verdict = await system.admin("POST", "/admin/signatures/verify", {
      decision: "rejected",
      counsel_email: "new@law.example",
      nonce: review.nonce,
      decided_at: body.decided_at,
      signature: body.decision_signature,
    });
    expect(verdict.body.verified).toBe(true);
    const upper = await system.admin("POST", "/admin/signatures/verify", {
      decision: "rejected",
      counsel_email: "New@law.example",
      nonce: review.nonce,
      decided_at: body.decided_at,
      signature: body.decision_signature,
    });
    expect(upper.body).toEqual({ verified: false, key_id: null });
  });

  test("an invalid decision is refused with its faults named and changes nothing", async () => {
    const { token, review } = await askAgain(system);
    const cases: [unknown, number, string][] = [
      [{}, 400, "decision"],
      [{ decision: "expired" }, 400, "decision"],
      [{ decision: "approved", comment: "x".repeat(20_001) }, 400, "comment"],
      [{ decision: "approved", verdict: "x" }, 400, "verdict"],
      [{ decision: "approved", comment: "\ud800" }, 400, "comment"],
    ];
    for (const [body, status, path] of cases) {
      const answer = await decide(token, body);
      expect([answer.status, answer.body.errors[0].path]).toEqual([status, path]);
    }
    const broken = await decide(token, "{");
    expect([broken.status, broken.body.code]).toEqual([400, "malformed_json"]);
    const text = await system.api()("POST", `/counsel/review/${token}/decide`, "approved", {
      "content-type": "text/plain",
    });
    expect([text.status, text.body.code]).toEqual([415, "unsupported_media_type"]);
    expect(text.body.detail).toBe("The body must be application/json or multipart/form-data.");
    const multipart = await system.api()("POST", `/counsel/review/${token}/decide`, "nonsense", {
      "content-type": "multipart/form-data; boundary=x",
    });
    expect(multipart.status).toBe(400);
    expect(await auditOf(review.id)).toHaveLength(1);
  });

  test("a comment of 20,000 characters is kept verbatim", async () => {
    const { token, review } = await askAgain(system);
    const comment = "ß".repeat(20_000);
    await expectStatus(decide(token, { decision: "approved", comment }), 200);
    const stored = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
    expect(stored.decision_comment).toBe(comment);
  });

  test("a hundred rules are decided in one transaction", async () => {
    const rules = Array.from({ length: 100 }, (_, i) => ruleText(`rule.${i}.${"x".repeat(90)}`));
    const { token, frameworkId } = await commission(system, { rules });
    expect((await expectStatus(open(token), 200)).body.rules).toHaveLength(100);
    await expectStatus(decide(token, { decision: "approved" }), 200);
    const live = await system.admin("GET", `/admin/frameworks/${frameworkId}/rules?limit=200`);
    const statuses = live.body.items.map((rule: { review_status: string }) => rule.review_status);
    expect(new Set(statuses)).toEqual(new Set(["approved_live"]));
    expect(statuses).toHaveLength(100);
  });
});

describe("an invalid token", () => {
  test("is 403 with the same bytes for GET and decide, whatever is wrong with it", async () => {
    const { token } = await askAgain(system);
    const flipped = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    const bad = ["x", flipped, `${token}x`, token.slice(1), "%F0%9F%98%80", "a%20b", "%25"];
    const bodies = new Set<string>();
    for (const candidate of bad) {
      for (const answer of [
        await open(candidate),
        await decide(candidate, { decision: "approved" }),
        await decide(candidate, "not json"),
      ]) {
        expect(answer.status).toBe(403);
        bodies.add(answer.text.replace(answer.body.request_id, ""));
      }
    }
    expect(bodies.size).toBe(1);
    expect([...bodies][0]).toContain("invalid_token");
  });
});

describe("cancelling", () => {
  test("ends a pending request; its link is 410 from then on", async () => {
    const { token, review } = await askAgain(system);
    const cancelled = await system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`);
    expect(cancelled.body.status).toBe("cancelled");
    for (const answer of [
      await open(token),
      await decide(token, { decision: "approved" }),
      await decide(token, { nonsense: true }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([410, "review_cancelled"]);
    }
    const rows = await auditOf(review.id);
    expect(rows.map(({ action }) => action)).toEqual([
      "rule_review.requested",
      "rule_review.cancelled",
    ]);
    expect(rows[1]).toMatchObject({
      actor_type: "user",
      context: { counsel_id: review.counsel_id },
    });
  });

  test("is refused in every state but pending", async () => {
    const first = await askAgain(system);
    const { token, review } = first;
    await expectStatus(decide(token, { decision: "rejected" }), 200);
    const late = await system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`);
    expect([late.status, late.body.code]).toEqual([409, "review_not_pending"]);
    const other = await requestReview(system, first);
    await expectStatus(system.admin("POST", `/admin/rule-reviews/${other.review.id}/cancel`), 200);
    const twice = await system.admin("POST", `/admin/rule-reviews/${other.review.id}/cancel`);
    expect([twice.status, twice.body.code]).toEqual([409, "review_not_pending"]);
    expect(await auditOf(other.review.id)).toHaveLength(2);
  });

  test("an unknown review is 404", async () => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "nonsense", "%2e"]) {
      for (const [method, rest] of [
        ["POST", "/cancel"],
        ["GET", ""],
        ["GET", "/audit"],
      ] as const) {
        const answer = await system.admin(method, `/admin/rule-reviews/${id}${rest}`);
        expect(answer.status).toBe(404);
      }
    }
  });
});

describe("the queue", () => {
  const listed = async (query: string) => {
    const { body } = await expectStatus(system.admin("GET", `/admin/rule-reviews?${query}`), 200);
    return body.items.map(({ id }: { id: string }) => id) as string[];
  };

  test("shows for each request which articles it is about, in the order of the act, and who asked", async () => {
    const citing = (id: string, label: string) => ruleText(id, { citations: [{ label }] });
    const rules = [
      citing("rule.a", "Regulation (EU) 2024/1689, Annex III, point 1(a)"),
      citing("rule.b", "Regulation (EU) 2024/1689, Article 50(4), first subparagraph"),
      citing("rule.c", "Regulation (EU) 2024/1689, Article 50(1)"),
      citing("rule.d", "Regulation (EU) 2024/1689, Article 5(1)(a)"),
    ];
    const { frameworkId } = await commission(system, { rules });
    const path = `/admin/rule-reviews?framework_id=${frameworkId}`;
    const { body } = await expectStatus(system.admin("GET", path), 200);
    expect(body.items).toMatchObject([
      {
        articles: ["Art. 5", "Art. 50", "Annex III point 1"],
        requested_by_email: "admin@example.com",
      },
    ]);
  });

  test("names whoever decided as they signed, whatever they are called by now", async () => {
    const { review, token, counselId, frameworkId, ruleIds } = await commission(system);
    const entry = async () =>
      (await system.admin("GET", `/admin/rule-reviews?search=${review.id}`)).body.items[0];
    expect((await entry()).signed_as).toBeNull();
    await expectStatus(decide(token, { decision: "approved" }), 200);
    const { body: before } = await system.admin("GET", `/admin/counsel/${counselId}`);
    const renamed = { display_name: "Dr. Ada New", firm: "New LLP" };
    await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, renamed), 200);
    const signed = { display_name: before.display_name, firm: before.firm };
    const shown = await entry();
    expect(shown).toMatchObject({
      signed_as: signed,
      counsel_display_name: renamed.display_name,
      counsel_firm: renamed.firm,
    });
    const evidence = await system.admin("GET", `/admin/rule-reviews/${review.id}/evidence`);
    expect(evidence.body.signed_as).toEqual(signed);
    const decisions = await system.admin("GET", `/admin/evidence?framework_id=${frameworkId}`);
    expect(decisions.body.items).toMatchObject([{ signed_as: signed, counsel: renamed }]);
    // The console's sentence on a wording that changed since, and on the decision itself.
    const rules = [ruleText(ruleIds[0] ?? "", { title: "Another title" })];
    const book = `/admin/frameworks/${frameworkId}`;
    await expectStatus(system.admin("PUT", `${book}/rules`, { rules }), 200);
    const day = (await system.advance(0)).slice(0, 10);
    const path = `${book}/wording?use_case_id=${ruleIds[0]}&on=${day}`;
    const { body: wording } = await expectStatus(system.admin("GET", path), 200);
    expect(wording.standing.decision.review_id).toBe(shown.id);
    expect(wording.deciders).toEqual([
      { review_id: review.id, counsel: { id: counselId, ...signed } },
    ]);
    expect(sentenceText(standingSentence(toldOf(wording)))).toContain(
      `${signed.display_name} approved another wording`,
    );
    const decided = { decision: shown.status, decided_at: shown.decided_at };
    expect(sentenceText(decisionSentence({ counsel: shown.signed_as, ...decided }, []))).toContain(
      `${signed.display_name} (${signed.firm}) approved`,
    );
  });

  test("is compressed for callers who accept that, and otherwise not", async () => {
    const first = await commission(system);
    await requestReview(system, first);
    const authorization = `Bearer ${await system.token({ is_platform_admin: true })}`;
    const ask = async (accepted: string) => {
      const url = `${system.baseUrl}/admin/rule-reviews?framework_id=${first.frameworkId}`;
      const { headers, status, ...answer } = await fetch(url, {
        headers: { authorization, "accept-encoding": accepted },
      }).then(async (response) => ({
        headers: response.headers,
        status: response.status,
        text: await response.text(),
      }));
      expect(status).toBe(200);
      expect(headers.get("vary")).toContain("Accept-Encoding");
      return { ...answer, encoding: headers.get("content-encoding") };
    };
    const { text, encoding } = await ask("gzip, br");
    expect(encoding).toBe("gzip");
    expect(JSON.parse(text).items).toHaveLength(2);
    for (const accepted of ["identity", "br", "gzip;q=0"]) {
      expect(await ask(accepted)).toEqual({ text, encoding: null });
    }
  });

  test("is counted by status, for one framework or all, up to 100 each", async () => {
    const first = await commission(system);
    await requestReview(system, first);
    const cancelled = await requestReview(system, first);
    await system.admin("POST", `/admin/rule-reviews/${cancelled.review.id}/cancel`);
    expect((await decide(first.token, { decision: "approved" })).status).toBe(200);
    const countsOf = async (query = "") => {
      const { body } = await expectStatus(
        system.admin("GET", `/admin/rule-reviews/counts${query}`),
        200,
      );
      return body.counts as { status: string; count: number; is_more: boolean }[];
    };
    const own = await countsOf(`?framework_id=${first.frameworkId}`);
    expect(
      own.filter(({ count }) => count > 0).toSorted((a, b) => (a.status < b.status ? -1 : 1)),
    ).toEqual([
      { status: "approved", count: 1, is_more: false },
      { status: "cancelled", count: 1, is_more: false },
      { status: "pending", count: 1, is_more: false },
    ]);
    const all = await countsOf();
    expect(all.map(({ status }) => status)).toEqual(own.map(({ status }) => status));
    for (const [index, { count }] of all.entries()) {
      expect(count).toBeGreaterThanOrEqual(own[index]?.count ?? 0);
    }
    expect((await countsOf("?framework_id=fw_unknown")).every(({ count }) => count === 0)).toBe(
      true,
    );
    const member = system.api(await system.token({ tenant_id: "t", org_role: "admin" }));
    expect((await member("GET", "/admin/rule-reviews/counts")).status).toBe(403);
  });

  test("can be searched by part of counsel's name, firm or e-mail, or by a review's id", async () => {
    const { review, counselId, frameworkId } = await commission(system, {
      email: "zenobia@palmyra.example",
    });
    await expectStatus(
      system.admin("PATCH", `/admin/counsel/${counselId}`, {
        display_name: "Zenobia Septimia",
        firm: "Tadmor & Söhne",
      }),
      200,
    );
    for (const part of ["PALMYRA", "septimia", "tadmor & sö", review.id, review.id.toUpperCase()]) {
      expect([part, await listed(`search=${encodeURIComponent(part)}`)]).toEqual([
        part,
        [review.id],
      ]);
    }
    expect(await listed(`search=zenobia&framework_id=${frameworkId}&status=pending`)).toEqual([
      review.id,
    ]);
    expect(await listed("search=zenobia&status=approved")).toEqual([]);
    expect(await listed(`search=${review.id}&framework_id=fw_other`)).toEqual([]);
    expect(await listed("search=nobody-of-that-name")).toEqual([]);
    const { status, body } = await system.admin(
      "GET",
      `/admin/rule-reviews?search=${"x".repeat(201)}`,
    );
    expect([status, body.errors[0].path]).toEqual([400, "search"]);
  });

  test("lists what expires before an instant, most urgent first, and nothing already closed", async () => {
    const later = await commission(system, { expiryDays: 3 });
    const sooner = await requestReview(system, { ...later, expiryDays: 2 });
    const far = await requestReview(system, { ...later, expiryDays: 30 });
    const decided = await requestReview(system, { ...later, expiryDays: 1 });
    await decide(decided.token, { decision: "rejected" });
    const before = encodeURIComponent(
      new Date(Date.parse(later.review.expires_at) + 1).toISOString(),
    );
    const own = `expires_before=${before}&framework_id=${later.frameworkId}`;
    expect(await listed(own)).toEqual([sooner.review.id, later.review.id]);
    expect(await listed(own)).not.toContain(far.review.id);
    const { status, body } = await system.admin("GET", "/admin/rule-reviews?expires_before=soon");
    expect([status, body.errors[0].path]).toEqual([400, "expires_before"]);
  });

  /** The ids on every page of the queue; filters may leave a page empty. */
  const allListed = async (query: string, limit = 200) => {
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const path = `/admin/rule-reviews?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`;
      const { body } = await expectStatus(system.admin("GET", path), 200);
      for (const { id } of body.items) ids.push(id);
      cursor = body.next_cursor;
    }
    return ids;
  };

  test("applies all filters at once, in any combination, across its pages", async () => {
    const soon = await commission(system, { expiryDays: 2, email: "hypatia@mouseion.example" });
    const late = await requestReview(system, { ...soon, expiryDays: 20 });
    const others = await commission(system, { expiryDays: 1 });
    const before = `expires_before=${new Date(Date.parse(soon.review.expires_at) + 1).toISOString()}`;
    const own = `counsel_id=${soon.counselId}`;
    const theirs = `counsel_id=${others.counselId}`;
    const [both, one, none] = [[late.review.id, soon.review.id], [soon.review.id], []];
    const combinations: [string[], string[]][] = [
      [["search=mouseion", own], both],
      [["search=mouseion", theirs], none],
      [["search=mouseion", before], one],
      [["search=nobody-of-that-name", before], none],
      [[own, before], one],
      [["search=mouseion", own, before, "status=pending"], one],
      [["search=mouseion", before, "status=approved"], none],
      [[`search=${soon.review.id}`, own, before], one],
      [[`search=${soon.review.id}`, theirs], none],
      [[`search=${late.review.id}`, before], none],
    ];
    for (const [filters, expected] of combinations) {
      const query = filters.join("&");
      expect([query, await allListed(query, 1)]).toEqual([query, expected]);
    }
  });

  test("finds the reviews of all counsel that a search matches, however many", async () => {
    const oldest = await commission(system, { email: "first@great-firm.example" });
    for (let i = 0; i < 26; i += 1) {
      const counsel = {
        framework_id: oldest.frameworkId,
        display_name: `Partner ${i}`,
        email: `partner${i}@great-firm.example`,
      };
      await expectStatus(system.admin("POST", "/admin/counsel", counsel), 201);
    }
    for (const more of ["", `&framework_id=${oldest.frameworkId}`]) {
      expect(await allListed(`search=great-firm${more}`)).toEqual([oldest.review.id]);
    }
  });
});
