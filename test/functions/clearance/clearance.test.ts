import { describe, expect, test } from "vitest";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystemWithLog();

const decide = (token: string, decision: string) =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, { decision }), 200);
const ask = async (question: object) =>
  (await expectStatus(system.admin("POST", "/clearance", question), 200)).body;
const put = (frameworkId: string, ...rules: object[]) =>
  expectStatus(system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules }), 200);
const reasons = (answer: { blockers: { use_case_id: string; reason: string }[] }) =>
  Object.fromEntries(answer.blockers.map(({ use_case_id, reason }) => [use_case_id, reason]));
/** Moves the clock, so that instants differ. */
const later = (seconds = 60) => system.advance(seconds);
const rules = [ruleText("rule.a"), ruleText("rule.b"), ruleText("rule.c")];

/** A book with three rules that one counsel has approved. */
async function approved() {
  const commissioned = await commission(system);
  const { decided_at } = (await decide(commissioned.token, "approved")).body;
  return { ...commissioned, decided_at };
}

describe("the question", () => {
  test("an approved book is cleared, and each rule has its approval and its leaf in the log", async () => {
    const { frameworkId: framework_id, review, counselId, decided_at } = await approved();
    const question = { framework_id, use_case_ids: ["rule.c", "rule.a", "rule.b"] };
    const before = await ask(question);
    expect(before).toMatchObject({ cleared: true, framework_id, on: null, blockers: [] });
    expect(before.rules_hash).toBe(review.rule_version_hash);
    const row = (await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`)).body.items.at(
      -1,
    );
    expect(before.approvals[0]).toEqual({
      use_case_id: "rule.a",
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      review_id: review.id,
      approved_by: { id: counselId, display_name: "Dr. Ada Lex", firm: "Lex LLP" },
      approved_at: decided_at,
      leaf: null,
    });
    await system.api()("POST", "/_local/schedules/sequence-log/run");
    const after = await ask(question);
    expect(after.approvals.map(({ leaf }: { leaf: object }) => leaf)).toEqual(
      Array.from({ length: 3 }, () => ({ index: expect.any(Number), hash: row.row_hash })),
    );
  });

  test("an amended rule turns the gate red and is named with its changed fields, and its re-review turns the gate green", async () => {
    const commissioned = await approved();
    const { frameworkId: framework_id, review } = commissioned;
    const amended = ruleText("rule.b", { title: "Amended", risk_level: "limited" });
    await put(framework_id, amended);
    const red = await ask({ framework_id, rules: [rules[0], amended, rules[2]] });
    expect(red.cleared).toBe(false);
    expect(red.blockers).toEqual([
      {
        use_case_id: "rule.b",
        reason: "wording_differs",
        detail: "The wording differs from the approved one in risk_level, title.",
        content_hash: expect.any(String),
        review_id: review.id,
        approved_by: expect.objectContaining({ display_name: "Dr. Ada Lex" }),
        approved_at: expect.any(String),
        changed_fields: ["risk_level", "title"],
      },
    ]);
    expect(red.approvals.map(({ use_case_id }: { use_case_id: string }) => use_case_id)).toEqual([
      "rule.a",
      "rule.c",
    ]);
    await later();
    const again = await requestReview(system, { ...commissioned, ruleIds: ["rule.b"] });
    // The wording is still compared with the approval before the request, so the gate is red.
    expect(reasons(await ask({ framework_id, use_case_ids: ["rule.b"] }))).toEqual({
      "rule.b": "wording_differs",
    });
    await decide(again.token, "approved");
    const green = await ask({ framework_id, rules: [rules[0], amended, rules[2]] });
    expect([green.cleared, green.rules_hash]).toEqual([true, red.rules_hash]);
  });

  test("each reason is given by its name, in its order", async () => {
    const commissioned = await approved();
    const { frameworkId: framework_id } = commissioned;
    await put(framework_id, ruleText("rule.d"), ruleText("rule.e"), ruleText("rule.f"));
    await later();
    const no = async (ruleIds: string[], decision: string) =>
      decide((await requestReview(system, { ...commissioned, ruleIds })).token, decision);
    await no(["rule.d"], "rejected");
    await no(["rule.e"], "changes_requested");
    const asked = ["rule.a", "rule.d", "rule.e", "rule.f", "rule.g"];
    expect(reasons(await ask({ framework_id, use_case_ids: asked }))).toEqual({
      "rule.d": "rejected",
      "rule.e": "changes_requested",
      "rule.f": "never_reviewed",
      "rule.g": "unknown_rule",
    });
    await requestReview(system, { ...commissioned, ruleIds: ["rule.d", "rule.f"] });
    expect(reasons(await ask({ framework_id, use_case_ids: asked }))).toMatchObject({
      "rule.d": "rejected",
      "rule.f": "pending",
    });
    await no(["rule.a"], "rejected");
    expect(reasons(await ask({ framework_id, use_case_ids: ["rule.a"] }))).toEqual({
      "rule.a": "rejected",
    });
    const options = { framework_id, use_case_ids: ["rule.b"] };
    expect(reasons(await ask({ ...options, panel_required: true }))).toEqual({
      "rule.b": "panel_missing",
    });
    await later(2 * 24 * 3600);
    expect(reasons(await ask({ ...options, max_age_days: 1 }))).toEqual({
      "rule.b": "approval_too_old",
    });
    expect((await ask({ ...options, max_age_days: 3 })).cleared).toBe(true);
    await system.admin("PUT", `/admin/frameworks/${framework_id}`, {
      display_name: "Old law",
      status: "superseded",
      superseded_by: "eu_ai_act",
    });
    const superseded = await ask({ framework_id, use_case_ids: ["rule.b", "rule.g"] });
    expect(reasons(superseded)).toEqual({ "rule.b": "law_superseded", "rule.g": "unknown_rule" });
    expect(superseded.blockers[0].detail).toContain("eu_ai_act");
  });

  test("a past instant, at which a book was not superseded yet, is not judged by what superseded it later", async () => {
    const { frameworkId: framework_id } = await approved();
    const book = `/admin/frameworks/${framework_id}`;
    const statuses: [instant: string, status: string][] = [[await later(), "current"]];
    for (const status of ["superseded", "current", "superseded"]) {
      await expectStatus(system.admin("PUT", book, { display_name: "Law", status }), 200);
      statuses.push([await later(), status]);
      await put(framework_id, ruleText("rule.d", { title: `Amended at ${await later()}` }));
    }
    for (const [on, status] of statuses) {
      const answer = await ask({ framework_id, use_case_ids: ["rule.a"], on });
      const reason = status === "current" ? {} : { "rule.a": "law_superseded" };
      expect([on, reasons(answer)]).toEqual([on, reason]);
    }
  });

  test("a refusal of the approved wording counts on every day until the wording is approved again, however often it is refused", async () => {
    const commissioned = await approved();
    const { frameworkId: framework_id } = commissioned;
    const say = async (decision: string) => {
      const { token } = await requestReview(system, { ...commissioned, ruleIds: ["rule.a"] });
      await decide(token, decision);
      return later();
    };
    const days = [
      [await later(), undefined],
      [await say("rejected"), "rejected"],
      [await say("changes_requested"), "changes_requested"],
      [await say("approved"), undefined],
      [await say("rejected"), "rejected"],
    ];
    for (const [on, reason] of days) {
      const answer = await ask({ framework_id, on, use_case_ids: ["rule.a"] });
      expect([on, reasons(answer)["rule.a"]]).toEqual([on, reason]);
      expect(
        answer.blockers.map(({ approved_by }: { approved_by: unknown }) => approved_by),
      ).toEqual(reason === undefined ? [] : [null]);
    }
  });

  test("with in_force_only a suspended law blocks, and the detail names the event", async () => {
    const commissioned = await commission(system, {
      rules: [
        ruleText("rule.a"),
        ruleText("rule.y", { applies_from: "2999-01-01" }),
        ruleText("rule.z", { applies_from: "2999-01-01" }),
      ],
    });
    const { frameworkId: framework_id, token } = commissioned;
    await decide(token, "approved");
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${framework_id}/enforcement`, {
        events: [
          {
            id: "court.stay",
            on: "2026-01-01",
            kind: "stayed",
            use_case_ids: ["rule.a", "rule.y"],
            authority: "A court",
            citation_url: "https://example.com/stay",
            note: "Stayed.",
          },
        ],
      }),
      200,
    );
    const question = { framework_id, use_case_ids: ["rule.a", "rule.y", "rule.z"] };
    expect((await ask(question)).cleared).toBe(true);
    const { blockers } = await ask({ ...question, in_force_only: true });
    expect(blockers.map(({ reason }: { reason: string }) => reason)).toEqual([
      "not_in_force",
      "not_in_force",
      "not_in_force",
    ]);
    expect(blockers[0].detail).toContain("court.stay");
    // The stay has no end, so nobody knows from when this law applies.
    expect(blockers[1].detail).toBe("Its law does not apply yet.");
    expect(blockers[2].detail).toBe("Its law applies from 1 January 2999.");
  });

  test("text that differs only by its normalisation is another wording, and the answer says so", async () => {
    const composed = ruleText("rule.a", { title: "Caf\u00e9" });
    const { frameworkId: framework_id, token } = await commission(system, { rules: [composed] });
    await decide(token, "approved");
    const decomposed = { ...composed, title: "Cafe\u0301" };
    const answer = await ask({ framework_id, rules: [decomposed] });
    expect(answer.blockers[0]).toMatchObject({
      reason: "wording_differs",
      changed_fields: ["title"],
      detail: expect.stringContaining("Unicode normalisation"),
    });
  });

  test("a past instant is judged by what was live and decided then, however long ago", async () => {
    const commissioned = await approved();
    const { frameworkId: framework_id, decided_at } = commissioned;
    await later();
    await put(framework_id, ruleText("rule.b", { title: "Later" }), ruleText("rule.new"));
    await later();
    const use_case_ids = ["rule.a", "rule.b", "rule.new"];
    expect(reasons(await ask({ framework_id, use_case_ids }))).toEqual({
      "rule.b": "wording_differs",
      "rule.new": "never_reviewed",
    });
    const then = await ask({ framework_id, use_case_ids, on: decided_at });
    expect([then.on, reasons(then)]).toEqual([decided_at, { "rule.new": "unknown_rule" }]);
    const first = await ask({ framework_id, use_case_ids, on: "0001-01-01" });
    expect([first.on, Object.values(reasons(first))]).toEqual([
      "0001-01-01T23:59:59.999Z",
      ["unknown_rule", "unknown_rule", "unknown_rule"],
    ]);
    const last = await ask({ framework_id, use_case_ids, on: "9999-12-31", max_age_days: 36500 });
    expect(reasons(last)["rule.a"]).toBe("approval_too_old");
  });

  test("a tenant's user may ask; nobody unknown may", async () => {
    const { frameworkId: framework_id } = await approved();
    const question = { framework_id, use_case_ids: ["rule.a"] };
    const tenant = await newTenant(system);
    for (const api of [tenant.member, tenant.org]) {
      const { body } = await expectStatus(api("POST", "/clearance", question), 200);
      expect(body.cleared).toBe(true);
    }
    const nobody = system.api(await system.token({}));
    expect((await nobody("POST", "/clearance", question)).body.code).toBe("forbidden");
    const stranger = system.api(
      await system.token({ tenant_id: "11111111-1111-4111-8111-111111111111" }),
    );
    expect((await stranger("POST", "/clearance", question)).body.code).toBe("unknown_tenant");
    expect((await system.api()("POST", "/clearance", question)).status).toBe(401);
  });

  test("the same state gives the same bytes and tag; a caller who has them gets 304", async () => {
    const { frameworkId } = await approved();
    const path = `/clearance?framework_id=${frameworkId}&use_case_ids=rule.b,rule.a`;
    const first = await system.admin("GET", path);
    await later();
    const second = await system.admin("GET", path);
    expect([second.text, second.headers.get("etag")]).toEqual([
      first.text,
      first.headers.get("etag"),
    ]);
    const etag = first.headers.get("etag") ?? "";
    const asked = { framework_id: frameworkId, use_case_ids: ["rule.a", "rule.b"] };
    const posted = await system.admin("POST", "/clearance", asked);
    expect([posted.text, posted.headers.get("etag")]).toEqual([first.text, etag]);
    const again = await system.admin("GET", path, undefined, { "if-none-match": etag });
    expect([again.status, again.text]).toEqual([304, ""]);
    await put(frameworkId, ruleText("rule.a", { title: "Other" }));
    const changed = await system.admin("GET", path, undefined, { "if-none-match": etag });
    expect(changed.status).toBe(200);
  });

  test("a question that cannot be asked is refused by name", async () => {
    const { frameworkId: framework_id } = await commission(system);
    const many = Array.from({ length: 501 }, (_, i) => ruleText(`rule.${i}`));
    const faulty: [object, string][] = [
      [{ framework_id, rules: many }, "rules"],
      [{ framework_id, use_case_ids: many.map((rule) => rule.use_case_id) }, "use_case_ids"],
      [{ framework_id, rules: [] }, "rules"],
      [{ framework_id, rules: [rules[0], rules[0]] }, "rules.1.use_case_id"],
      [{ framework_id }, "rules"],
      [{ framework_id, rules: [rules[0]], use_case_ids: ["rule.a"] }, "rules"],
      [{ framework_id, use_case_ids: ["rule.a"], on: "2026-02-30" }, "on"],
      [{ framework_id, use_case_ids: ["rule.a"], on: "soon" }, "on"],
      [{ framework_id, use_case_ids: ["rule.a"], max_age_days: 0 }, "max_age_days"],
      [{ framework_id, use_case_ids: ["rule.a"], max_age_days: 1e9 }, "max_age_days"],
    ];
    for (const [question, path] of faulty) {
      const { status, body } = await system.admin("POST", "/clearance", question);
      expect([status, body.code, body.errors?.[0].path]).toEqual([400, "validation_failed", path]);
    }
    const none = { framework_id: "no_such_book", use_case_ids: ["rule.a"] };
    const unknown = await system.admin("POST", "/clearance", none);
    expect([unknown.status, unknown.body.code]).toEqual([422, "unknown_framework"]);
    const tooMany = many.slice(0, 51).map((rule) => rule.use_case_id);
    const query = `/clearance?framework_id=${framework_id}&use_case_ids=${tooMany.join(",")}`;
    expect((await system.admin("GET", query)).body.errors[0].path).toBe("use_case_ids");
  });
});
