import { describe, expect, test } from "vitest";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  type RuleText,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";

const system = suiteSystem();

const path = (id: string, more = "") => `/admin/frameworks/${id}${more}`;
const decide = (token: string, decision: string) =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, { decision }), 200);
const put = (id: string, rules: unknown[], query = "") =>
  expectStatus(system.admin("PUT", path(id, `/rules${query}`), { rules }), 200);
const reReview = (given: Commissioned, more: object = {}) =>
  system.admin("POST", path(given.frameworkId, "/re-reviews"), {
    counsel_id: given.counselId,
    ...more,
  });
/** Moves the clock, so that instants differ. */
const later = (seconds = 60) => system.advance(seconds);
const wording = (id: string, rule: string, on: string) =>
  system.admin("GET", path(id, `/wording?use_case_id=${rule}&on=${encodeURIComponent(on)}`));
const statusOf = async (id: string, rule: string): Promise<string> =>
  (await system.admin("GET", path(id, `/rules/${rule}`))).body.review_status;

describe("a list of frameworks", () => {
  test("states, if asked, what is due on the rules of each current framework", async () => {
    const dayIn = (days: number, now: string): string =>
      new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
    const now = await later();
    const rules = [
      ruleText("rule.a", { applies_from: dayIn(30, now) }),
      ruleText("rule.b", { applies_from: dayIn(31, now) }),
      ruleText("rule.c", { applies_from: dayIn(0, now) }),
    ];
    const first = await commission(system, { rules });
    const { frameworkId } = first;
    const dueOf = async (query: string) => {
      const { body } = await expectStatus(system.admin("GET", `/admin/frameworks${query}`), 200);
      return body.items.find(({ id }: { id: string }) => id === frameworkId).due;
    };
    const by = `?limit=200&due_by=${dayIn(30, now)}`;
    expect(await dueOf(by)).toEqual({ changed: 0, starting: 1 });
    await decide(first.token, "approved");
    await put(frameworkId, [
      { ...rules[1], title: "Edited" },
      { ...rules[2], title: "Edited" },
    ]);
    expect(await dueOf(by)).toEqual({ changed: 2, starting: 1 });
    const needing = async () =>
      (await system.admin("GET", path(frameworkId, "/rules"))).body.items
        .filter((rule: { needs_review: boolean }) => rule.needs_review)
        .map((rule: { use_case_id: string }) => rule.use_case_id);
    expect(await needing()).toEqual(["rule.b", "rule.c"]);
    await reReview(first);
    // Once counsel is asked about the new wording, nobody has to ask again.
    expect(await needing()).toEqual([]);
    expect(await dueOf(`?limit=200&due_by=${dayIn(31, now)}`)).toEqual({ changed: 0, starting: 2 });
    expect(await dueOf("?limit=200")).toBeUndefined();
    await expectStatus(
      system.admin("PUT", path(frameworkId), { display_name: "Old", status: "superseded" }),
      200,
    );
    expect(await dueOf(by)).toBeUndefined();
    const refused = await system.admin("GET", "/admin/frameworks?due_by=tomorrow");
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "due_by"]);
  });
});

describe("a dry run of an import", () => {
  test("lists each change field by field and the approvals it ends, and writes nothing", async () => {
    const first = await commission(system);
    const { frameworkId } = first;
    await decide(first.token, "approved");
    const refused = await requestReview(system, { ...first, ruleIds: ["rule.a"] });
    await decide(refused.token, "rejected");
    await later();
    const again = await requestReview(system, { ...first, ruleIds: ["rule.a"] });
    await decide(again.token, "approved_with_changes");
    const amended_by = { label: "Regulation (EU) 2026/1744" };
    const { risk_level: _, ...withoutLevel } = ruleText("rule.a", {
      applies_from: "2027-12-02",
      amended_by,
    });
    const created = { ...withoutLevel, use_case_id: "rule.new" };
    const rules = [created, ruleText("rule.b"), withoutLevel];
    const before = await scanTable(system);
    const tried = (await put(frameworkId, rules, "?dry_run=true")).body;
    expect(await scanTable(system)).toEqual(before);
    expect(tried).toEqual({
      created: 1,
      updated: 1,
      unchanged: 1,
      rules: [
        {
          use_case_id: "rule.new",
          change: "created",
          fields: Object.entries(created)
            .map(([field, after]) => ({ field, before: null, after }))
            .sort((a, b) => (a.field < b.field ? -1 : 1)),
          approvals_hit: [],
        },
        { use_case_id: "rule.b", change: "unchanged", fields: [], approvals_hit: [] },
        {
          use_case_id: "rule.a",
          change: "updated",
          fields: [
            { field: "amended_by", before: null, after: amended_by },
            { field: "applies_from", before: null, after: "2027-12-02" },
            { field: "risk_level", before: "high", after: null },
          ],
          // The refusal had already ended the first approval.
          approvals_hit: [again.review.id],
        },
      ],
    });
    expect((await put(frameworkId, rules)).body).toEqual({ created: 1, updated: 1, unchanged: 1 });
    expect(await statusOf(frameworkId, "rule.a")).toBe("approved_then_changed");
    const repeated = (await put(frameworkId, rules, "?dry_run=true")).body;
    expect(repeated.rules.map((rule: { change: string }) => rule.change)).toEqual(
      Array(3).fill("unchanged"),
    );
  });

  test("refuses any other query and an unknown framework", async () => {
    const { frameworkId } = await commission(system);
    for (const query of ["?dry_run=false", "?dry_run=1", "?dry_run=", "?dryrun=true"]) {
      const answer = await system.admin("PUT", path(frameworkId, `/rules${query}`), {
        rules: [ruleText("rule.a", { title: "New" })],
      });
      expect([query, answer.status]).toEqual([query, 400]);
    }
    const nowhere = await system.admin("PUT", path("fw_nowhere", "/rules?dry_run=true"), {
      rules: [ruleText("rule.a")],
    });
    expect([nowhere.status, nowhere.body.code]).toEqual([404, "not_found"]);
  });
});

describe("re-reviews", () => {
  test("are requested for exactly the rules whose live wording nobody has approved", async () => {
    const rules = [
      ruleText("r.changed"),
      ruleText("r.denied"),
      ruleText("r.ended", { applies_until: "2020-01-01" }),
      ruleText("r.kept"),
      ruleText("r.later", { applies_from: "2999-01-01" }),
      ruleText("r.open"),
      ruleText("r.reopened"),
    ];
    const given = await commission(system, { rules: rules.slice(0, 1) });
    const { frameworkId } = given;
    await decide(given.token, "approved");
    await put(frameworkId, rules);
    const approve = async (ids: string[], decision = "approved") =>
      decide((await requestReview(system, { ...given, ruleIds: ids })).token, decision);
    await approve(["r.kept", "r.reopened"]);
    await approve(["r.denied"], "changes_requested");
    await requestReview(system, { ...given, ruleIds: ["r.open", "r.reopened"] });
    await put(frameworkId, [
      ruleText("r.changed", { title: "Changed" }),
      ruleText("r.reopened", { title: "Changed after it was sent to counsel" }),
    ]);
    const answer = await expectStatus(reReview(given, { expiry_days: 3 }), 201);
    expect(answer.body.reviews).toHaveLength(1);
    const [review] = answer.body.reviews;
    expect(review.rule_use_case_ids).toEqual(["r.changed", "r.denied", "r.later", "r.reopened"]);
    expect(Date.parse(review.expires_at) - Date.parse(review.created_at)).toBe(3 * 86_400_000);
    const opened = await system.api()("GET", new URL(review.magic_link_url).pathname);
    expect(opened.body.rules.map((rule: Rule) => rule.title)).toContain("Changed");
    const nothing = await expectStatus(reReview(given), 200);
    expect(nothing.body).toEqual({ reviews: [] });
    // A rule whose review is no longer open needs a new request.
    await system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`);
    const narrowed = await expectStatus(reReview(given, { only: ["r.later", "r.kept"] }), 201);
    expect(narrowed.body.reviews[0].rule_use_case_ids).toEqual(["r.later"]);
  });

  test("are one request per hundred rules, and one set for two concurrent callers", async () => {
    const given = await commission(system, { rules: [ruleText("r.first")] });
    await decide(given.token, "approved");
    const rules = Array.from({ length: 230 }, (_, i) =>
      ruleText(`r.${String(i).padStart(3, "0")}`),
    );
    await put(given.frameworkId, rules);
    const answers = await Promise.all([reReview(given), reReview(given)]);
    const reviews = answers.flatMap(({ body }) => body.reviews);
    const ids = reviews.flatMap(({ rule_use_case_ids }) => rule_use_case_ids);
    expect(ids.toSorted()).toEqual(rules.map(({ use_case_id }) => use_case_id));
    expect(reviews.map(({ rule_use_case_ids }) => rule_use_case_ids.length).sort()).toEqual([
      100, 100, 30,
    ]);
    const { frameworkId } = given;
    for (const { magic_link_url } of reviews) {
      await decide(magic_link_url.split("/").at(-1), "approved");
    }
    const report = await system.admin("GET", path(frameworkId, "/coverage"));
    expect(report.body.totals).toMatchObject({ approved_live: 231, pending: 0 });
    const answer = await system.admin(
      "GET",
      path(frameworkId, `/wording?use_case_id=r.117&on=${await later()}`),
    );
    expect(answer.body.approvals).toHaveLength(1);
  });

  test("are refused with a clear reason", async () => {
    const given = await commission(system);
    const other = await commission(system);
    const refusal = async (more: object, id = given.frameworkId) => {
      const body = { counsel_id: given.counselId, ...more };
      const answer = await system.admin("POST", path(id, "/re-reviews"), body);
      return [answer.status, answer.body.code, answer.body.errors?.[0]?.path];
    };
    expect(await refusal({}, "fw_nowhere")).toEqual([404, "not_found", undefined]);
    expect(await refusal({ counsel_id: other.counselId })).toEqual([
      422,
      "counsel_framework_mismatch",
      undefined,
    ]);
    expect(await refusal({ counsel_id: crypto.randomUUID() })).toEqual([
      422,
      "unknown_counsel",
      undefined,
    ]);
    expect(await refusal({ only: ["rule.a", "constructor"] })).toEqual([
      422,
      "unknown_rules",
      "only.1",
    ]);
    expect(await refusal({ only: [] })).toEqual([400, "validation_failed", "only"]);
    expect(await refusal({ only: ["rule.a", "rule.a"] })).toEqual([
      400,
      "validation_failed",
      "only",
    ]);
    expect(await refusal({ expiry_days: 61 })).toEqual([400, "validation_failed", "expiry_days"]);
    await system.admin("PUT", path(given.frameworkId), {
      display_name: "Gone",
      status: "superseded",
    });
    expect(await refusal({})).toEqual([422, "framework_superseded", undefined]);
    await system.admin("POST", `/admin/counsel/${other.counselId}/deactivate`);
    expect(await refusal({ counsel_id: other.counselId }, other.frameworkId)).toEqual([
      422,
      "counsel_inactive",
      undefined,
    ]);
  });
});

describe("the wording in force on a given day", () => {
  test("is the version that was live then, with the approvals of exactly that content up to then", async () => {
    const beginning = await later();
    await later();
    const texts: RuleText[] = [
      ruleText("rule.a", { applies_until: "2999-12-31" }),
      ruleText("rule.a", { title: "Amended", applies_from: "2999-01-01" }),
    ];
    const given = await commission(system, { rules: texts.slice(0, 1) });
    const { frameworkId, counselId } = given;
    const asked = await later();
    const { decided_at } = (await decide(given.token, "approved")).body;
    const approved = await later();
    await put(frameworkId, texts.slice(1));
    const amended = await later();
    const second = await requestReview(system, given);
    await decide(second.token, "approved_with_changes");
    const third = await requestReview(system, given);
    await decide(third.token, "changes_requested");
    const reapproved = await later();
    await put(frameworkId, texts.slice(0, 1));
    const back = await later();
    const counsel = { id: counselId, display_name: "Dr. Ada Lex", firm: "Lex LLP" };
    const first = {
      review_id: given.review.id,
      panel_id: null,
      counsel,
      decision: "approved",
      decided_at,
      signature_status: "valid",
    };
    const ask = async (on: string) => (await wording(frameworkId, "rule.a", on)).body;
    expect((await wording(frameworkId, "rule.a", beginning)).status).toBe(404);
    expect(await ask(asked)).toEqual({
      use_case_id: "rule.a",
      on: asked,
      in_force: "in_force",
      enforcement: null,
      version: 1,
      content: texts[0],
      standing: {
        state: "none",
        decision: null,
        objection: null,
        open: [
          {
            review_id: given.review.id,
            panel_id: null,
            expires_at: given.review.expires_at,
            holds_wording: true,
          },
        ],
      },
      approvals: [],
      refusals: [],
      deciders: [],
    });
    expect(await ask(approved)).toMatchObject({
      version: 1,
      approvals: [first],
      standing: { state: "approved", decision: { review_id: given.review.id }, open: [] },
    });
    expect(await ask(amended)).toEqual({
      use_case_id: "rule.a",
      on: amended,
      in_force: "not_yet",
      enforcement: null,
      version: 2,
      content: texts[1],
      standing: {
        state: "changed",
        decision: {
          review_id: given.review.id,
          panel_id: null,
          decided_at,
          outcome: "approved",
          content_hash: expect.any(String),
        },
        objection: null,
        open: [],
      },
      approvals: [],
      refusals: [],
      deciders: [{ review_id: given.review.id, counsel }],
    });
    expect(await ask(reapproved)).toMatchObject({
      version: 2,
      approvals: [{ review_id: second.review.id, decision: "approved_with_changes" }],
      refusals: [{ review_id: third.review.id, counsel, decision: "changes_requested" }],
      standing: {
        state: "refused",
        decision: { review_id: third.review.id },
        objection: { review_id: third.review.id, counsel, wording_changed_since: false },
      },
    });
    expect(await ask(back)).toMatchObject({
      version: 3,
      content: texts[0],
      approvals: [first],
      refusals: [],
      standing: { state: "approved", decision: { review_id: given.review.id } },
    });
    const tomorrow = new Date(Date.parse(back) + 86_400_000).toISOString().slice(0, 10);
    expect(await ask(tomorrow)).toMatchObject({ on: `${tomorrow}T23:59:59.999Z`, version: 3 });
    expect(await ask("3000-01-01")).toMatchObject({ in_force: "ended", approvals: [first] });
    const offset = await ask("2999-06-01T02:00:00+02:00");
    expect(offset).toMatchObject({ on: "2999-06-01T00:00:00.000Z", in_force: "in_force" });
    await system.admin("PATCH", `/admin/counsel/${counselId}`, {
      email: "changed@law.example",
      display_name: "Dr. Ada Byron",
    });
    expect((await ask(back)).approvals).toEqual([{ ...first, signature_status: "email_changed" }]);
  });

  test("is refused for an invalid day, an unknown framework or an unknown rule", async () => {
    const { frameworkId } = await commission(system);
    for (const on of ["2026-02-30", "yesterday", "2026-11-20T10:00:00", "", "20261120"]) {
      const answer = await wording(frameworkId, "rule.a", on);
      expect([on, answer.status, answer.body.errors?.[0]?.path]).toEqual([on, 400, "on"]);
    }
    const url = path(frameworkId, "/wording?use_case_id=rule.a");
    expect((await system.admin("GET", url)).body.errors[0].path).toBe("on");
    const extra = await system.admin("GET", `${url}&on=2026-01-01&at=1`);
    expect(extra.status).toBe(400);
    expect((await wording(frameworkId, "rule.z", "2999-01-01")).status).toBe(404);
    expect((await wording("fw_nowhere", "rule.a", "2999-01-01")).status).toBe(404);
  });
});

describe("a rule's open requests", () => {
  test("are the same today as now on the last day of a request, and those of the day's end on any other day", async () => {
    const HOUR = 3600;
    const since = Date.parse(await system.advance(0)) / 1000;
    // At noon, so that an hour before the request's end is the day on which it ends.
    await system.advance(36 * HOUR - (since % (24 * HOUR)));
    const { frameworkId, review } = await commission(system, { expiryDays: 1 });
    const now = Date.parse(await system.advance(23 * HOUR));
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
    expect(day(0)).toBe(review.expires_at.slice(0, 10));
    const { visit } = await openRoom(system, { framework_ids: [frameworkId] });
    const openOn = async (on: string) => {
      const wordings = await Promise.all([
        wording(frameworkId, "rule.a", on),
        visit(`/rules/${frameworkId}/rule.a?on=${on}`),
      ]);
      const coverage = `/coverage?framework_id=${frameworkId}&as_of=${on}T23:59:59.999Z`;
      const question = { framework_id: frameworkId, on, use_case_ids: ["rule.a"] };
      const [{ body: room }, { body: clearance }] = [
        await expectStatus(visit(coverage), 200),
        await expectStatus(system.admin("POST", "/clearance", question), 200),
      ];
      return [
        ...wordings.map(({ body }) => body.standing.open.length),
        room.totals.pending,
        clearance.blockers[0].reason,
      ];
    };
    const { body: rule } = await system.admin("GET", path(frameworkId, "/rules/rule.a"));
    expect(rule.review_status).toBe("pending");
    expect(await openOn(day(0))).toEqual([1, 1, 3, "pending"]);
    expect(await openOn(day(-1))).toEqual([1, 1, 3, "pending"]);
    expect(await openOn(day(1))).toEqual([0, 0, 0, "never_reviewed"]);
    // Once that day is over, its sentence is that of its end.
    await system.advance(24 * HOUR);
    expect(await openOn(day(0))).toEqual([0, 0, 0, "never_reviewed"]);
  });

  test("are right even if more are open than a rule keeps track of, and start with those of the live wording", async () => {
    const rules = [ruleText("constructor"), ruleText("rule.b")];
    const first = await commission(system, { rules, expiryDays: 1 });
    const { frameworkId } = first;
    const more: Commissioned[] = [];
    for (const expiryDays of [2, 3, 4, 5, 6, 7]) {
      more.push(await requestReview(system, { ...first, ruleIds: ["constructor"], expiryDays }));
    }
    const open = async (asOf = "") => {
      const report = await system.admin("GET", path(frameworkId, `/coverage${asOf}`));
      const row = report.body.rules[0];
      return row.open_review_id;
    };
    expect(await open()).toBe(more.at(-1)?.review.id);
    // Ends the four reviews with the latest expiry. Reviews without a mark are still found.
    for (const { review } of more.slice(2)) {
      await system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`);
    }
    expect(await statusOf(frameworkId, "constructor")).toBe("pending");
    expect(await open()).toBe(more[1]?.review.id);
    const after = new Date(Date.parse(more[1]?.review.expires_at) + 1).toISOString();
    expect(await open(`?as_of=${after}`)).toBeNull();
    await put(frameworkId, [ruleText("constructor", { title: "Amended" })]);
    expect(await statusOf(frameworkId, "constructor")).toBe("never_reviewed");
    expect(await open()).toBe(more[1]?.review.id);
    const own = await requestReview(system, { ...first, ruleIds: ["constructor"], expiryDays: 1 });
    expect(await statusOf(frameworkId, "constructor")).toBe("pending");
    expect(await open()).toBe(own.review.id);
    await decide(more[1]?.token ?? "", "rejected");
    expect(await statusOf(frameworkId, "constructor")).toBe("refused");
    expect(await open()).toBe(own.review.id);
    await later(2 * 86_400 + 60);
    expect([await statusOf(frameworkId, "constructor"), await open()]).toEqual(["refused", null]);
    expect(await statusOf(frameworkId, "rule.b")).toBe("never_reviewed");
    const last = await requestReview(system, { ...first, ruleIds: ["constructor"] });
    expect(await open()).toBe(last.review.id);
    await decide(last.token, "approved");
    expect(await statusOf(frameworkId, "constructor")).toBe("approved_live");
  });
});
