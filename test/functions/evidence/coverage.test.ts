import { describe, expect, test } from "vitest";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem();

const decide = (token: string, decision: string) =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, { decision }), 200);
const coverage = async (frameworkId: string, asOf?: string) => {
  const query = asOf === undefined ? "" : `?as_of=${encodeURIComponent(asOf)}`;
  return (
    await expectStatus(
      system.admin("GET", `/admin/frameworks/${frameworkId}/coverage${query}`),
      200,
    )
  ).body;
};
const statuses = async (frameworkId: string, asOf?: string) =>
  Object.fromEntries(
    (await coverage(frameworkId, asOf)).rules.map(
      (row: { use_case_id: string; status: string }) => [row.use_case_id, row.status],
    ),
  );
/** Moves the clock, so that instants differ. */
const later = (seconds = 60) => system.advance(seconds);

describe("a part of the report", () => {
  const part = async (frameworkId: string, view: string) =>
    (
      await expectStatus(
        system.admin("GET", `/admin/frameworks/${frameworkId}/coverage?view=${view}`),
        200,
      )
    ).body;

  test("the outline has every rule by name and provision, cut short, and no text of the rule", async () => {
    const title = "T".repeat(900);
    const { token, frameworkId } = await commission(system, {
      rules: [
        ruleText("rule.a", { title, applies_from: "2025-02-02" }),
        ruleText("rule.b"),
        ruleText("rule.c", { citations: [] }),
      ],
    });
    await decide(token, "approved");
    await system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, {
      rules: [ruleText("rule.b", { customer_description_preview: "Something else." })],
    });
    const full = await coverage(frameworkId);
    const outline = await part(frameworkId, "outline");
    expect(outline).toMatchObject({ totals: full.totals, rules: [] });
    expect(outline.outline.map((row: { use_case_id: string }) => row.use_case_id)).toEqual(
      full.rules.map((row: { use_case_id: string }) => row.use_case_id),
    );
    expect(outline.outline[0]).toMatchObject({
      title: "T".repeat(200),
      citation: "Article 5(1)(a)",
      status: "approved_live",
      applies_from: "2025-02-02",
      applies_until: null,
      event_id: null,
    });
    expect(outline.outline[1].changed).toEqual(["customer_description_preview"]);
    expect(outline.outline[2].citation).toBeNull();
    expect(JSON.stringify(outline)).not.toContain("Something else");
    const refused = await system.admin("GET", `/admin/frameworks/${frameworkId}/coverage?view=x`);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "view"]);
  });
});

describe("month by month", () => {
  const monthsOf = async (frameworkId: string, asOf: string) =>
    (
      await expectStatus(
        system.admin("GET", `/admin/frameworks/${frameworkId}/coverage?view=months&as_of=${asOf}`),
        200,
      )
    ).body;

  test("one answer has the same totals as each month's own report, past and to come", async () => {
    const DAYS_17 = 17 * 86_400;
    const rules = [ruleText("rule.a"), ruleText("rule.b"), ruleText("rule.c")];
    const first = await commission(system, { rules, expiryDays: 50 });
    const { frameworkId } = first;
    const steps = [
      () => decide(first.token, "rejected"),
      () => requestReview(system, { ...first, ruleIds: ["rule.a"], expiryDays: 30 }),
      () => requestReview(system, { ...first, ruleIds: ["rule.a", "rule.b"], expiryDays: 60 }),
      async () => {
        const asked = await requestReview(system, { ...first, ruleIds: ["rule.b"] });
        await decide(asked.token, "approved");
      },
      () =>
        expectStatus(
          system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, {
            rules: [ruleText("rule.b", { title: "Edited" }), ruleText("rule.d")],
          }),
          200,
        ),
      () =>
        expectStatus(
          system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, {
            rules: [ruleText("rule.b", { title: "Again" }), ruleText("rule.d", { title: "D" })],
          }),
          200,
        ),
      () => requestReview(system, { ...first, ruleIds: ["rule.d"], expiryDays: 60 }),
      // Does nothing: the open request lasts longer than a month, so that a month begins meanwhile.
      async () => {},
      async () => {
        const asked = await requestReview(system, { ...first, ruleIds: ["rule.c", "rule.d"] });
        await decide(asked.token, "approved_with_changes");
      },
      () => requestReview(system, { ...first, ruleIds: ["rule.a"], expiryDays: 60 }),
    ];
    let now = "";
    for (const step of steps) {
      await step();
      now = await later(DAYS_17);
    }
    const ahead = new Date(Date.parse(now) + 75 * 86_400_000).toISOString();
    const found = new Set<string>();
    for (const at of [now, ahead]) {
      const { months, totals, rules: none } = await monthsOf(frameworkId, at);
      expect([months.length, none]).toEqual([6, []]);
      for (const point of [...months, { as_of: at, totals }]) {
        const alone = await coverage(frameworkId, point.as_of);
        expect(point).toEqual({ as_of: alone.as_of, totals: alone.totals });
        for (const [status, count] of Object.entries(alone.totals)) if (count) found.add(status);
      }
      expect(months.at(-1).as_of).toBe(`${at.slice(0, 7)}-01T00:00:00.000Z`);
    }
    expect(found.size).toBe(5);
  });

  test("a book has no months before it was made, and an unknown book is not found", async () => {
    const { frameworkId } = await commission(system);
    const { months, totals } = await monthsOf(frameworkId, await later());
    const rulesIn = (of: object) => Object.values(of).reduce((sum, count) => sum + count, 0);
    expect(rulesIn(months[0].totals)).toBe(0);
    expect(rulesIn(totals)).toBe(3);
    const path = "/admin/frameworks/nothing/coverage?view=months";
    expect((await system.admin("GET", path)).status).toBe(404);
  });
});

describe("coverage", () => {
  test("reports drift field by field, with the approved and the live value", async () => {
    const { token, frameworkId, review } = await commission(system);
    const { decided_at } = (await decide(token, "approved")).body;
    const { risk_level: _, ...rest } = ruleText("rule.b", {
      title: "New",
      citations: [{ label: "Article 6" }],
    });
    await system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, {
      rules: [rest, ruleText("rule.d")],
    });
    const report = await coverage(frameworkId);
    expect(report.totals).toEqual({
      approved_live: 2,
      approved_then_changed: 1,
      refused: 0,
      pending: 0,
      never_reviewed: 1,
    });
    expect(report.rules[1]).toEqual({
      use_case_id: "rule.b",
      status: "approved_then_changed",
      in_force: "in_force",
      enforcement: null,
      review_id: review.id,
      panel_id: null,
      decided_at,
      open_review_id: null,
      open_panel_id: null,
      open_holds_wording: null,
      objection: null,
      changed_fields: [
        {
          field: "citations",
          approved: [{ label: "Article 5(1)(a)", url: "https://example.com/law#5" }],
          live: [{ label: "Article 6" }],
        },
        { field: "risk_level", approved: "high", live: null },
        { field: "title", approved: "Title of rule.b", live: "New" },
      ],
    });
    expect(report.rules[3]).toEqual({
      use_case_id: "rule.d",
      status: "never_reviewed",
      in_force: "in_force",
      enforcement: null,
      review_id: null,
      panel_id: null,
      decided_at: null,
      open_review_id: null,
      open_panel_id: null,
      open_holds_wording: null,
      objection: null,
      changed_fields: [],
    });
  });

  test("answers for any past instant with the content and the decisions of that instant", async () => {
    const rules = [ruleText("rule.a"), ruleText("rule.b")];
    const first = await commission(system, { rules });
    const { frameworkId } = first;
    const put = (rule: unknown) =>
      expectStatus(
        system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules: [rule] }),
        200,
      );
    const history: [string, Record<string, string>][] = [];
    const note = async () => {
      const at = await later();
      history.push([at, await statuses(frameworkId)]);
      await later();
    };
    await note();
    await decide(first.token, "rejected");
    await note();
    const second = await requestReview(system, { ...first, ruleIds: ["rule.a"] });
    await note();
    await decide(second.token, "approved");
    await note();
    await put(ruleText("rule.a", { title: "Edited" }));
    await note();
    await put(ruleText("rule.c"));
    const third = await requestReview(system, { ...first, ruleIds: ["rule.a", "rule.c"] });
    await note();
    await decide(third.token, "approved_with_changes");
    await note();
    await put(ruleText("rule.a"));
    await note();
    const cancelled = await requestReview(system, { ...first, ruleIds: ["rule.b"] });
    await note();
    await system.admin("POST", `/admin/rule-reviews/${cancelled.review.id}/cancel`);
    await note();
    expect(history.map(([, then]) => then)).toEqual([
      { "rule.a": "pending", "rule.b": "pending" },
      { "rule.a": "refused", "rule.b": "refused" },
      { "rule.a": "refused", "rule.b": "refused" },
      { "rule.a": "approved_live", "rule.b": "refused" },
      { "rule.a": "approved_then_changed", "rule.b": "refused" },
      { "rule.a": "approved_then_changed", "rule.b": "refused", "rule.c": "pending" },
      { "rule.a": "approved_live", "rule.b": "refused", "rule.c": "approved_live" },
      { "rule.a": "approved_live", "rule.b": "refused", "rule.c": "approved_live" },
      { "rule.a": "approved_live", "rule.b": "refused", "rule.c": "approved_live" },
      { "rule.a": "approved_live", "rule.b": "refused", "rule.c": "approved_live" },
    ]);
    for (const [at, then] of history) {
      expect([at, await statuses(frameworkId, at)]).toEqual([at, then]);
    }
    expect(await statuses(frameworkId, "2020-01-01T00:00:00Z")).toEqual({});
    const drift = await coverage(frameworkId, history[4]?.[0]);
    expect(drift.rules[0].changed_fields).toEqual([
      { field: "title", approved: "Title of rule.a", live: "Edited" },
    ]);
    expect(drift.rules[0].review_id).toBe(second.review.id);
    const requested = await coverage(frameworkId, history[8]?.[0]);
    expect(requested.rules[1]).toMatchObject({ open_review_id: cancelled.review.id });
  });

  test("a row and a remark say whether the open request that they name asks about the live wording", async () => {
    const first = await commission(system, { rules: [ruleText("rule.a"), ruleText("rule.b")] });
    const path = `/admin/frameworks/${first.frameworkId}/rules`;
    const amend = (title: string) =>
      expectStatus(
        system.admin("PUT", path, {
          rules: ["rule.a", "rule.c"].map((id) => ruleText(id, { title })),
        }),
        200,
      );
    const told = async () => {
      const of = `framework_id=${first.frameworkId}&use_case_id=rule.a`;
      const [remark] = (await expectStatus(system.admin("GET", `/admin/objections?${of}`), 200))
        .body.items;
      const { rules } = await coverage(first.frameworkId);
      return [remark, ...rules].map((one) => [one.open_review_id, one.open_holds_wording]);
    };
    await decide(first.token, "rejected");
    await amend("Second");
    const none = [null, null];
    expect(await told()).toEqual([none, none, none, none]);
    const second = await requestReview(system, { ...first, ruleIds: ["rule.a", "rule.c"] });
    const about = (holds: boolean) => [second.review.id, holds];
    expect(await told()).toEqual([about(true), about(true), none, about(true)]);
    await amend("Third");
    expect(await told()).toEqual([about(false), about(false), none, about(false)]);
    const states = await statuses(first.frameworkId);
    expect(states).toMatchObject({ "rule.a": "refused", "rule.c": "never_reviewed" });
    const third = await requestReview(system, { ...first, ruleIds: ["rule.a"] });
    const live = [third.review.id, true];
    expect(await told()).toEqual([live, live, none, about(false)]);
  });

  test("an expired request is no longer pending, whether or not the job has run, nor at any later instant", async () => {
    const { frameworkId } = await commission(system, {
      rules: [ruleText("rule.a")],
      expiryDays: 1,
    });
    const during = await later();
    await later(86_400);
    expect(await statuses(frameworkId)).toEqual({ "rule.a": "never_reviewed" });
    await system.api()("POST", "/_local/schedules/expire-reviews/run");
    expect(await statuses(frameworkId)).toEqual({ "rule.a": "never_reviewed" });
    expect(await statuses(frameworkId, during)).toEqual({ "rule.a": "pending" });
  });

  test("predicts what will apply, and what will no longer be pending, at a future instant", async () => {
    const rules = [
      ruleText("rule.ends", { applies_until: "2998-12-31" }),
      ruleText("rule.open"),
      ruleText("rule.starts", { applies_from: "2999-01-01" }),
    ];
    const { frameworkId, review } = await commission(system, { rules });
    const states = async (asOf?: string) =>
      (await coverage(frameworkId, asOf)).rules.map(
        (row: { in_force: string; status: string; open_review_id: string }) => [
          row.in_force,
          row.status,
          row.open_review_id,
        ],
      );
    const open = (in_force: string) => [in_force, "pending", review.id];
    expect(await states()).toEqual([open("in_force"), open("in_force"), open("not_yet")]);
    expect(await states(review.expires_at)).toEqual([
      open("in_force"),
      open("in_force"),
      open("not_yet"),
    ]);
    const none = (in_force: string) => [in_force, "never_reviewed", null];
    const after = new Date(Date.parse(review.expires_at) + 1).toISOString();
    expect(await states(after)).toEqual([none("in_force"), none("in_force"), none("not_yet")]);
    expect(await states("2999-01-01T00:00:00Z")).toEqual([
      none("ended"),
      none("in_force"),
      none("in_force"),
    ]);
    expect(await states("2998-12-31T23:59:59.999Z")).toEqual([
      none("in_force"),
      none("in_force"),
      none("not_yet"),
    ]);
  });

  test("refuses an invalid instant and an unknown framework", async () => {
    for (const asOf of ["yesterday", "2026-11-20", "2026-11-20T10:00:00"]) {
      const answer = await system.admin(
        "GET",
        `/admin/frameworks/eu_ai_act/coverage?as_of=${asOf}`,
      );
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, "as_of"]);
    }
    expect((await system.admin("GET", "/admin/frameworks/nothing/coverage")).status).toBe(404);
  });
});
