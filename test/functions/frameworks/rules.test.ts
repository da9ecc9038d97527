import { describe, expect, test } from "vitest";
import { loadRuleBooks } from "#infra/local/rule-books.ts";
import { contentHash, type Rule } from "#shared/domain/frameworks/rule.ts";
import coSb26189 from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with {
  type: "json",
};
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import knownEvents from "#shared/domain/frameworks/rule-books/known-events.json" with {
  type: "json",
};
import usCaAdmt from "#shared/domain/frameworks/rule-books/us-ca-admt.json" with { type: "json" };
import usHiring from "#shared/domain/frameworks/rule-books/us-hiring.json" with { type: "json" };
import usTxHb149 from "#shared/domain/frameworks/rule-books/us-tx-hb-149.json" with {
  type: "json",
};
import coSb24205 from "#test/support/books/co-sb-24-205.json" with { type: "json" };
import { noteSweep, sized } from "#test/support/full-size.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";

/** The most rules that one import may have, in the bench; more than one transaction takes. */
const MANY = sized(500, 120);

const system = suiteSystem();

const rulesPath = (id: string) => `/admin/frameworks/${id}/rules`;
const auditOf = async (id: string, action: string) =>
  (
    await system.admin(
      "GET",
      `/admin/audit?resource_type=framework&resource_id=${id}&action=${action}`,
    )
  ).body.items as { context: Record<string, unknown> }[];

/** Its path has a bidi control, a control and an invisible character. */
const HIDDEN_URL = "https://a.example/\u202e\u0000\u200b";

describe("frameworks", () => {
  test("are created and changed by PUT; the same content again writes no row", async () => {
    const path = "/admin/frameworks/fw_put";
    const content = { display_name: "Put", jurisdiction: "EU", source_url: "https://example.com/" };
    const created = await expectStatus(system.admin("PUT", path, content), 200);
    expect(created.body).toMatchObject({ id: "fw_put", ...content });
    const same = await expectStatus(system.admin("PUT", path, content), 200);
    expect(same.body).toEqual(created.body);
    const changed = await system.admin("PUT", path, { display_name: "Changed" });
    expect(changed.body).toMatchObject({
      display_name: "Changed",
      jurisdiction: null,
      source_url: null,
    });
    expect(changed.body.created_at).toBe(created.body.created_at);
    expect(await auditOf("fw_put", "framework.updated")).toHaveLength(2);
  });

  test("are updated when a rule or its enforcement is, but not by a request that changes nothing", async () => {
    const path = "/admin/frameworks/fw_updated";
    await expectStatus(system.admin("PUT", path, { display_name: "Updated" }), 200);
    const rules = { rules: [ruleText("rule.a")] };
    const amended = { rules: [ruleText("rule.a", { title: "Amended" })] };
    const stay = {
      id: "stay",
      on: "2026-11-01",
      kind: "stayed",
      authority: "A court",
      citation_url: "https://court.example/order",
      note: "An order.",
    };
    const updatedAt = async () => {
      const listed = (await system.admin("GET", "/admin/frameworks?limit=200")).body.items;
      return listed.find(({ id }: { id: string }) => id === "fw_updated").updated_at as string;
    };
    for (const [change, body] of [
      ["rules", rules],
      ["rules", amended],
      ["enforcement", { events: [stay] }],
    ] as const) {
      const earlier = await updatedAt();
      const now = await system.advance(3600);
      await expectStatus(system.admin("PUT", `${path}/${change}`, body), 200);
      expect((await updatedAt()) >= now).toBe(true);
      expect(earlier < now).toBe(true);
    }
    const last = await updatedAt();
    await system.advance(3600);
    await expectStatus(system.admin("PUT", `${path}/rules`, amended), 200);
    await expectStatus(system.admin("PUT", `${path}/enforcement`, { events: [stay] }), 200);
    expect(await updatedAt()).toBe(last);
  });

  test("are superseded by another: no new review, open ones can still be decided", async () => {
    const open = await commission(system);
    const path = `/admin/frameworks/${open.frameworkId}`;
    const put = (more: object) => system.admin("PUT", path, { display_name: "Law", ...more });
    expect((await put({})).body).toMatchObject({ status: "current", superseded_by: null });
    const gone = { status: "superseded", superseded_by: "fw_later" };
    expect((await put(gone)).body).toMatchObject(gone);
    expect((await put({})).body).toMatchObject(gone);
    const listed = (await system.admin("GET", "/admin/frameworks?limit=200")).body.items;
    const entry = listed.find(({ id }: { id: string }) => id === open.frameworkId);
    expect(entry).toMatchObject(gone);
    const refused = await system.admin("POST", "/admin/rule-reviews", {
      framework_id: open.frameworkId,
      rule_use_case_ids: open.ruleIds,
      counsel_id: open.counselId,
    });
    expect([refused.status, refused.body.code, refused.body.superseded_by]).toEqual([
      422,
      "framework_superseded",
      "fw_later",
    ]);
    const counsel = await system.admin("POST", "/admin/counsel", {
      framework_id: open.frameworkId,
      display_name: "Too late",
      email: "late@law.example",
    });
    expect([counsel.status, counsel.body.code]).toEqual([422, "framework_superseded"]);
    const decision = { decision: "approved" };
    await expectStatus(system.api()("POST", `/counsel/review/${open.token}/decide`, decision), 200);
    expect((await put({ status: "current" })).body).toMatchObject({
      status: "current",
      superseded_by: null,
    });
    await requestReview(system, open);
    const rows = await auditOf(open.frameworkId, "framework.updated");
    expect(rows.map(({ context }) => [context.status, context.superseded_by])).toEqual([
      ["current", null],
      ["current", null],
      ["superseded", "fw_later"],
      ["current", null],
    ]);
  });

  test("refuse an invalid successor", async () => {
    const put = (more: object) =>
      system.admin("PUT", "/admin/frameworks/fw_odd", { display_name: "Odd", ...more });
    for (const [more, path] of [
      [{ status: "gone" }, "status"],
      [{ status: "superseded", superseded_by: "Not An Id" }, "superseded_by"],
      [{ status: "superseded", superseded_by: "fw_odd" }, "superseded_by"],
      [{ status: "current", superseded_by: "fw_other" }, "superseded_by"],
      [{ superseded_by: "fw_other" }, "superseded_by"],
    ] as const) {
      const answer = await put(more);
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
    }
    expect((await system.admin("GET", `${rulesPath("fw_odd")}`)).status).toBe(404);
  });

  test("refuse a bad id or body by naming the field", async () => {
    for (const id of ["A", "a", "with-dash", "x".repeat(65)]) {
      const answer = await system.admin("PUT", `/admin/frameworks/${id}`, { display_name: "x" });
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, "framework_id"]);
    }
    const answer = await system.admin("PUT", "/admin/frameworks/fw_x", {
      display_name: "",
      source_url: "ftp://x",
      name: "x",
    });
    const paths = answer.body.errors.map(({ path }: { path: string }) => path).toSorted();
    expect(paths).toEqual(["display_name", "name", "source_url"]);
    for (const source_url of [HIDDEN_URL, "https://user:pw@a.example/", "https://a.example/ b"]) {
      const odd = await system.admin("PUT", "/admin/frameworks/fw_x", {
        display_name: "x",
        source_url,
      });
      expect([odd.status, odd.body.errors?.[0]?.path]).toEqual([400, "source_url"]);
    }
  });
});

describe("rules", () => {
  test("an import is an upsert that reports created, updated and unchanged", async () => {
    await system.admin("PUT", "/admin/frameworks/fw_up", { display_name: "Up" });
    const put = (rules: unknown[]) => system.admin("PUT", rulesPath("fw_up"), { rules });
    expect((await put([ruleText("a.1"), ruleText("a.2")])).body).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
    });
    expect(
      (await put([ruleText("a.2", { title: "New" }), ruleText("a.3"), ruleText("a.1")])).body,
    ).toEqual({
      created: 1,
      updated: 1,
      unchanged: 1,
    });
    expect((await put([ruleText("a.1")])).body).toEqual({ created: 0, updated: 0, unchanged: 1 });
    const list = await system.admin("GET", rulesPath("fw_up"));
    expect(list.body.items.map((rule: Rule) => rule.use_case_id)).toEqual(["a.1", "a.2", "a.3"]);
    const rows = await auditOf("fw_up", "rules.imported");
    expect(rows.map(({ context }) => [context.created, context.updated])).toEqual([
      [["a.1", "a.2"], []],
      [["a.3"], ["a.2"]],
    ]);
  });

  test("every version is immutable, addressed by its content hash", async () => {
    const { frameworkId } = await commission(system, { rules: [ruleText("a.1")] });
    const put = (rule: unknown) => system.admin("PUT", rulesPath(frameworkId), { rules: [rule] });
    const first = ruleText("a.1");
    const second = ruleText("a.1", { title: " kept exactly\tas given \u00a0" });
    await put(second);
    await put(first);
    const { body } = await system.admin("GET", `${rulesPath(frameworkId)}/a.1`);
    expect(body.version).toBe(3);
    expect(body.versions.map((v: { content: unknown }) => v.content)).toEqual([
      first,
      second,
      first,
    ]);
    const hashes = [first, second, first].map((rule) => contentHash(frameworkId, rule as Rule));
    expect(body.versions.map((v: { content_hash: string }) => v.content_hash)).toEqual(hashes);
    expect(body.content_hash).toBe(hashes[0]);
  });

  test(`${MANY} rules are imported completely, however many transactions they need`, async () => {
    await system.admin("PUT", "/admin/frameworks/fw_500", { display_name: "500" });
    const rules = Array.from({ length: MANY }, (_, i) =>
      ruleText(`r.${String(i).padStart(3, "0")}`, {
        customer_description_preview: "x".repeat(2000),
      }),
    );
    const answer = await expectStatus(system.admin("PUT", rulesPath("fw_500"), { rules }), 200);
    expect(answer.body).toEqual({ created: MANY, updated: 0, unchanged: 0 });
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await system.admin("GET", `${rulesPath("fw_500")}?limit=200${cursor}`);
      seen.push(...page.body.items.map((rule: Rule) => rule.use_case_id));
      cursor = page.body.next_cursor ? `&cursor=${encodeURIComponent(page.body.next_cursor)}` : "";
    } while (cursor);
    expect(seen).toEqual(rules.map(({ use_case_id }) => use_case_id));
    const rows = await auditOf("fw_500", "rules.imported");
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.flatMap(({ context }) => context.created as string[]).toSorted()).toEqual(seen);
    noteSweep("rules of one import", MANY);
  });

  test("invalid imports are refused as a whole, naming each fault", async () => {
    await system.admin("PUT", "/admin/frameworks/fw_bad", { display_name: "Bad" });
    const before = (await scanTable(system)).length;
    const put = (body: unknown) => system.admin("PUT", rulesPath("fw_bad"), body);
    const twice = await put({ rules: [ruleText("a.1"), ruleText("a.2"), ruleText("a.1")] });
    expect([twice.status, twice.body.errors[0].path]).toEqual([400, "rules.2.use_case_id"]);
    const half = await put({ rules: [ruleText("a.1", { title: "\ud800" })] });
    expect([half.status, half.body.errors[0].path]).toEqual([400, "rules.0.title"]);
    const hidden = await put({
      rules: [ruleText("a.1", { citations: [{ label: "Art. 1", url: HIDDEN_URL }] })],
    });
    expect([hidden.status, hidden.body.errors?.[0]?.path]).toEqual([
      400,
      "rules.0.citations.0.url",
    ]);
    expect((await put({ rules: [] })).status).toBe(400);
    expect((await put({ rules: Array(501).fill(ruleText("a.1")) })).status).toBe(400);
    const many = await put({ rules: [{ ...ruleText("B!"), title: 1 }, ruleText("ok.1")] });
    expect(many.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "rules.0.use_case_id",
      "rules.0.title",
    ]);
    const backwards = { applies_from: "2027-02-02", applies_until: "2027-02-01" };
    const { title: _, ...untitled } = ruleText("a.1", backwards);
    const all = await put({
      rules: [untitled, null, ruleText("a.2", { applies_from: "soon" }), ruleText("a.1")],
    });
    expect(all.body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "rules.0.applies_until",
      "rules.0.title",
      "rules.1",
      "rules.2.applies_from",
      "rules.3.use_case_id",
    ]);
    expect((await scanTable(system)).length).toBe(before);
    const nowhere = await system.admin("PUT", rulesPath("fw_nowhere"), {
      rules: [ruleText("a.1")],
    });
    expect([nowhere.status, nowhere.body.code]).toEqual([404, "not_found"]);
    expect((await system.admin("GET", rulesPath("fw_nowhere"))).status).toBe(404);
    expect((await system.admin("GET", `${rulesPath("fw_bad")}/none.1`)).status).toBe(404);
  });

  test("show whether their law applies, and refuse invalid dates", async () => {
    await system.admin("PUT", "/admin/frameworks/fw_dated", { display_name: "Dated" });
    const put = (...rules: unknown[]) => system.admin("PUT", rulesPath("fw_dated"), { rules });
    const amended_by = { label: "Regulation (EU) 2026/1744", url: "https://example.com/1744" };
    const rules = [
      ruleText("a.always"),
      ruleText("a.ended", { applies_until: "2020-12-31" }),
      ruleText("a.later", { applies_from: "2999-01-01", amended_by }),
      ruleText("a.now", { applies_from: "2020-01-01", applies_until: "2999-12-31" }),
    ];
    await expectStatus(put(...rules), 200);
    const listed = (await system.admin("GET", rulesPath("fw_dated"))).body.items;
    expect(listed.map((rule: { in_force: string }) => rule.in_force)).toEqual([
      "in_force",
      "ended",
      "not_yet",
      "in_force",
    ]);
    expect(listed[2]).toMatchObject({ applies_from: "2999-01-01", amended_by });
    const one = (await system.admin("GET", `${rulesPath("fw_dated")}/a.later`)).body;
    expect([one.in_force, one.versions[0].content]).toEqual(["not_yet", rules[2]]);
    const moved = await put(ruleText("a.later", { applies_from: "2999-01-02", amended_by }));
    expect(moved.body).toMatchObject({ updated: 1, unchanged: 0 });
    const bad = await put(
      ruleText("a.1", { applies_from: "2027-02-29" }),
      ruleText("a.2", { applies_from: "2027-02-02", applies_until: "2027-02-01" }),
    );
    expect(bad.body.errors).toEqual([
      { path: "rules.0.applies_from", message: "must be a day that exists" },
      { path: "rules.1.applies_until", message: "must not be before applies_from" },
    ]);
  });

  test("show the status that reviews give them, at every stage", async () => {
    const first = await commission(system, { rules: [ruleText("a.1"), ruleText("a.2")] });
    const { frameworkId } = first;
    const statusOf = async (id: string) => {
      const one = (await system.admin("GET", `${rulesPath(frameworkId)}/${id}`)).body.review_status;
      const { items } = (await system.admin("GET", rulesPath(frameworkId))).body;
      const listed = items.find((rule: Rule) => rule.use_case_id === id).review_status;
      expect(listed).toBe(one);
      return one;
    };
    const decide = (token: string, decision: string) =>
      expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, { decision }), 200);
    const put = (rule: unknown) => system.admin("PUT", rulesPath(frameworkId), { rules: [rule] });
    await put(ruleText("a.3"));
    expect(await statusOf("a.3")).toBe("never_reviewed");
    expect(await statusOf("a.1")).toBe("pending");
    await decide(first.token, "rejected");
    expect(await statusOf("a.1")).toBe("refused");
    const second = await requestReview(system, { ...first, ruleIds: ["a.1"] });
    expect(await statusOf("a.1")).toBe("refused");
    await decide(second.token, "approved_with_changes");
    expect(await statusOf("a.1")).toBe("approved_live");
    const third = await requestReview(system, { ...first, ruleIds: ["a.1"] });
    expect(await statusOf("a.1")).toBe("approved_live");
    await put(ruleText("a.1", { title: "Edited" }));
    expect(await statusOf("a.1")).toBe("approved_then_changed");
    await put(ruleText("a.1"));
    expect(await statusOf("a.1")).toBe("approved_live");
    await decide(third.token, "changes_requested");
    expect(await statusOf("a.1")).toBe("refused");
    await put(ruleText("a.1", { title: "Edited" }));
    expect(await statusOf("a.1")).toBe("refused");
  });
});

describe("the rule books", () => {
  test("are loaded when the local run starts, and loading them again changes nothing", async () => {
    await loadRuleBooks(system);
    const before = (await scanTable(system)).length;
    await loadRuleBooks(system);
    expect((await scanTable(system)).length).toBe(before);
    for (const book of [euAiAct, coSb26189, usCaAdmt, usTxHb149, usHiring]) {
      const page = await system.admin("GET", `${rulesPath(book.framework_id)}?limit=200`);
      const loaded = new Map(page.body.items.map((rule: Rule) => [rule.use_case_id, rule]));
      expect(loaded.size).toBe(book.rules.length);
      for (const rule of book.rules) expect(loaded.get(rule.use_case_id)).toMatchObject(rule);
    }
    const superseded = await system.admin("GET", `${rulesPath("co_sb_24_205")}?limit=1`);
    expect(superseded.status).toBe(404);
  });

  test("come with what is known to have happened to their law, and this changes nothing by itself", async () => {
    await loadRuleBooks(system);
    for (const [id, given] of Object.entries(knownEvents)) {
      if (id === "co_sb_24_205") continue;
      const { body } = await system.admin("GET", `/admin/frameworks/${id}/enforcement`);
      expect(body.events).toMatchObject(given);
      expect(given.every(({ kind }) => kind === "guidance")).toBe(true);
    }
  });

  test("in an installation that has the superseded book, the order of 27 April suspends it", async () => {
    const { framework_id, rules, ...framework } = coSb24205;
    const path = `/admin/frameworks/${framework_id}`;
    const events = knownEvents.co_sb_24_205;
    await expectStatus(system.admin("PUT", path, framework), 200);
    await expectStatus(system.admin("PUT", `${path}/rules`, { rules }), 200);
    await expectStatus(system.admin("PUT", `${path}/enforcement`, { events }), 200);
    const { body } = await system.admin("GET", `${path}/enforcement`);
    for (const rule of body.rules) {
      expect(rule).toMatchObject({ in_force: "suspended", event_id: "xai_v_weiser_stay" });
    }
  });
});
