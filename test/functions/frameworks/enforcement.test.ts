import { describe, expect, test } from "vitest";
import {
  type Commissioned,
  commission,
  expectStatus,
  type RuleText,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem({ functions: "deployed" });

const path = (id: string, rest = "") => `/admin/frameworks/${id}${rest}`;
const said = {
  authority: "United States District Court for the District of Colorado",
  citation_url: "https://court.example/orders/1",
  note: "No enforcement until the court has ruled.",
};
const event = (id: string, kind: string, on: string, more: object = {}) => ({
  id,
  on,
  kind,
  ...said,
  ...more,
});
const put = (id: string, ...events: object[]) =>
  system.admin("PUT", path(id, "/enforcement"), { events });
const record = async (id: string, ...events: object[]) =>
  (await expectStatus(put(id, ...events), 200)).body;
const get = async (id: string, asOf?: string) =>
  (
    await expectStatus(
      system.admin("GET", path(id, `/enforcement${asOf === undefined ? "" : `?as_of=${asOf}`}`)),
      200,
    )
  ).body;
const wording = async (id: string, rule: string, on: string) =>
  (await expectStatus(system.admin("GET", path(id, `/wording?use_case_id=${rule}&on=${on}`)), 200))
    .body;
/** Moves the clock, so that instants differ. */
const later = (seconds = 60) => system.advance(seconds);
const rowsOf = async (id: string) =>
  (
    await system.admin(
      "GET",
      `/admin/audit?resource_type=framework&resource_id=${id}&action=framework.enforcement.recorded`,
    )
  ).body.items;

/** The state and the deciding event of a rule at the end of each of these days. */
const states = (id: string, rule: string, days: string[]) =>
  Promise.all(
    days.map(async (day) => {
      const { in_force, enforcement } = await wording(id, rule, day);
      return [day, in_force, enforcement?.id ?? null];
    }),
  );

describe("recording enforcement events", () => {
  test("creates, updates or leaves alone what is named, deletes nothing, and writes one logged row per change", async () => {
    const { frameworkId } = await commission(system);
    const stay = event("stay-1", "stayed", "2027-03-01");
    const delay = event("delay", "delayed", "2026-12-01", { until: "2027-01-31" });
    expect(await record(frameworkId, stay, delay)).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
    });
    const [first] = (await rowsOf(frameworkId)).filter(
      ({ context }: { context: { event_id: string } }) => context.event_id === "stay-1",
    );
    expect(first).toMatchObject({
      resource_type: "framework",
      actor_type: "user",
      row_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      context: { framework_id: frameworkId, version: 1, kind: "stayed", until: null, ends: null },
    });
    const at = await later();
    expect(await record(frameworkId, { ...stay, note: "Corrected." })).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
    });
    expect(await record(frameworkId, { ...stay, note: "Corrected." }, delay)).toEqual({
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await rowsOf(frameworkId)).toHaveLength(3);
    const answer = await get(frameworkId);
    expect(answer).toMatchObject({ framework_id: frameworkId, as_of: null });
    expect(answer.events.map(({ id }: { id: string }) => id)).toEqual(["delay", "stay-1"]);
    const stored = answer.events[1];
    const fields = { ...stay, until: null, ends: null, use_case_ids: null };
    expect(stored).toEqual({
      ...fields,
      note: "Corrected.",
      recorded_at: stored.versions[1].recorded_at,
      versions: [
        { ...fields, version: 1, recorded_at: expect.any(String) },
        { ...fields, note: "Corrected.", version: 2, recorded_at: expect.any(String) },
      ],
    });
    expect(stored.recorded_at >= at && stored.versions[0].recorded_at < at).toBe(true);
    expect(answer.rules).toEqual(
      ["rule.a", "rule.b", "rule.c"].map((use_case_id) => ({
        use_case_id,
        in_force: "in_force",
        event_id: null,
      })),
    );
  });

  test("two callers at once record each event once, with one row", async () => {
    const { frameworkId } = await commission(system);
    const events = Array.from({ length: 60 }, (_, i) => event(`e${i}`, "guidance", "2027-01-01"));
    const answers = await Promise.all([
      record(frameworkId, ...events),
      record(frameworkId, ...events),
    ]);
    expect(answers[0].created + answers[1].created).toBe(60);
    expect((await get(frameworkId)).events).toHaveLength(60);
    const { items } = (
      await system.admin(
        "GET",
        `/admin/audit?resource_type=framework&resource_id=${frameworkId}&limit=200`,
      )
    ).body;
    const rows = items.filter(
      ({ action }: { action: string }) => action === "framework.enforcement.recorded",
    );
    expect(rows).toHaveLength(60);
  });

  test("refuses what makes no sense, naming the field, and writes nothing", async () => {
    const { frameworkId } = await commission(system);
    const refused = async (...events: object[]) => {
      const { status, body } = await put(frameworkId, ...events);
      return [status, body.code, body.errors?.[0]?.path];
    };
    const stay = event("stay", "stayed", "2027-01-01");
    expect(await refused()).toEqual([400, "validation_failed", "events"]);
    expect(await refused(stay, stay)).toEqual([400, "validation_failed", "events.1.id"]);
    expect(await refused({ ...stay, id: "Stay" })).toEqual([
      400,
      "validation_failed",
      "events.0.id",
    ]);
    expect(await refused({ ...stay, on: "2027-02-30" })).toEqual([
      400,
      "validation_failed",
      "events.0.on",
    ]);
    expect(await refused({ ...stay, until: "2026-12-31" })).toEqual([
      400,
      "validation_failed",
      "events.0.until",
    ]);
    expect(await refused({ ...stay, kind: "paused" })).toEqual([
      400,
      "validation_failed",
      "events.0.kind",
    ]);
    expect(await refused({ ...stay, citation_url: "javascript:alert(1)" })).toEqual([
      400,
      "validation_failed",
      "events.0.citation_url",
    ]);
    expect(await refused({ ...stay, ends: ["stay-0"] })).toEqual([
      400,
      "validation_failed",
      "events.0.ends",
    ]);
    expect(await refused({ ...stay, use_case_ids: [] })).toEqual([
      400,
      "validation_failed",
      "events.0.use_case_ids",
    ]);
    expect(await refused({ ...stay, use_case_ids: ["rule.a", "constructor"] })).toEqual([
      422,
      "unknown_rules",
      "events.0.use_case_ids.1",
    ]);
    const lift = event("lift", "lifted", "2027-02-01", { ends: ["stay"] });
    expect(await refused(lift)).toEqual([422, "unknown_events", "events.0.ends.0"]);
    expect((await put("fw_nowhere", stay)).status).toBe(404);
    expect((await system.admin("GET", path("fw_nowhere", "/enforcement"))).status).toBe(404);
    expect((await get(frameworkId)).events).toEqual([]);
    expect(await rowsOf(frameworkId)).toEqual([]);
    // An event that the same request names is known, whatever the order.
    expect(await record(frameworkId, lift, stay)).toMatchObject({ created: 2 });
  });

  test("a book's events are limited, so that one answer can always hold them", async () => {
    const { frameworkId } = await commission(system);
    const events = (n: number) =>
      // Three bytes per character, because notes are counted in characters and the limit in bytes.
      Array.from({ length: 150 }, (_, i) =>
        event(`e${i}`, "guidance", "2027-01-01", { note: `${n} `.padEnd(4000, "€") }),
      );
    await record(frameworkId, ...events(1));
    const refused = await put(frameworkId, ...events(2));
    expect([refused.status, refused.body.code]).toEqual([422, "too_many_events"]);
    expect((await get(frameworkId)).events).toHaveLength(150);
  });
});

describe("whether a law applies on a day", () => {
  const dated = [
    ruleText("r.dated", { applies_from: "2027-01-01", applies_until: "2027-12-31" }),
    ruleText("r.plain"),
  ];

  test("an ended law stays ended; a delay counts even before the law's date, but a stay does not", async () => {
    const { frameworkId } = await commission(system, { rules: dated });
    await record(
      frameworkId,
      event("delayed", "delayed", "2026-12-20", { until: "2027-01-10" }),
      event("stayed", "stayed", "2026-12-01"),
    );
    expect(
      await states(frameworkId, "r.dated", [
        "2026-12-19",
        "2026-12-20",
        "2027-01-10",
        "2027-01-11",
        "2027-12-31",
        "2028-01-01",
      ]),
    ).toEqual([
      ["2026-12-19", "not_yet", null],
      ["2026-12-20", "delayed", "delayed"],
      ["2027-01-10", "delayed", "delayed"],
      ["2027-01-11", "suspended", "stayed"],
      ["2027-12-31", "suspended", "stayed"],
      ["2028-01-01", "ended", null],
    ]);
  });

  test("follows the event's own day, even for an event recorded later, from the first import on", async () => {
    const before = await later();
    await later();
    const { frameworkId } = await commission(system, { rules: dated });
    const imported = await later(3600);
    expect((await wording(frameworkId, "r.plain", imported)).in_force).toBe("in_force");
    await later(86_400);
    await record(frameworkId, event("stay", "enjoined", "2020-01-01"));
    expect(await wording(frameworkId, "r.plain", imported)).toMatchObject({
      in_force: "suspended",
      enforcement: { id: "stay", on: "2020-01-01", until: null, kind: "enjoined", ...said },
    });
    expect((await get(frameworkId, imported)).rules).toContainEqual({
      use_case_id: "r.plain",
      in_force: "suspended",
      event_id: "stay",
    });
    const url = path(frameworkId, `/enforcement?as_of=${before}`);
    expect((await system.admin("GET", url)).status).toBe(404);
    const day = await get(frameworkId, "2027-06-01");
    expect(day.as_of).toBe("2027-06-01T23:59:59.999Z");
  });

  test("lifting ends what it names, or else everything in effect, for the rules it names", async () => {
    const { frameworkId } = await commission(system, {
      rules: [ruleText("r.a"), ruleText("r.b")],
    });
    await record(
      frameworkId,
      event("s1", "stayed", "2030-01-01"),
      event("s2", "preempted", "2030-01-02", { use_case_ids: ["r.a"] }),
      event("guide", "guidance", "2030-01-03"),
      event("l1", "lifted", "2030-02-01", { ends: ["s1"] }),
      event("l2", "resumed", "2030-03-01", { use_case_ids: ["r.a"] }),
      event("s3", "stayed", "2030-04-01", { until: "2030-04-30" }),
      event("l3", "lifted", "2030-04-10", { use_case_ids: ["r.b"], until: "2030-04-20" }),
    );
    const days = [
      ...["2029-12-31", "2030-01-01", "2030-01-03", "2030-02-01", "2030-03-01"],
      ...["2030-04-01", "2030-04-10", "2030-04-20", "2030-04-21", "2030-05-01"],
    ];
    const of = async (rule: string) =>
      (await states(frameworkId, rule, days)).map(([, state, by]) => `${state} ${by}`);
    expect(await of("r.a")).toEqual([
      "in_force null",
      "suspended s1",
      "suspended s2",
      "suspended s2",
      "in_force null",
      ...Array(4).fill("suspended s3"),
      "in_force null",
    ]);
    expect(await of("r.b")).toEqual([
      "in_force null",
      "suspended s1",
      "suspended s1",
      "in_force null",
      "in_force null",
      "suspended s3",
      "in_force null",
      "in_force null",
      "suspended s3",
      "in_force null",
    ]);
  });
});

describe("a stay", () => {
  const approve = async ({ token }: Commissioned) => {
    await system.api()("GET", `/counsel/review/${token}`);
    await expectStatus(
      system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
      200,
    );
  };

  test("ends no approval and touches no hash; an amendment ends exactly the approvals that it touches", async () => {
    const rules: RuleText[] = [ruleText("r.a"), ruleText("r.b"), ruleText("r.c")];
    const given = await commission(system, { rules });
    const { frameworkId, counselId } = given;
    await approve(given);
    const look = async () => {
      const [list, coverage, evidence] = await Promise.all([
        system.admin("GET", path(frameworkId, "/rules")),
        system.admin("GET", path(frameworkId, "/coverage")),
        system.admin("GET", `/admin/rule-reviews/${given.review.id}/evidence`),
      ]);
      return {
        rules: list.body.items.map(({ in_force, ...rule }: { in_force: string }) => rule),
        coverage: coverage.body.rules,
        totals: coverage.body.totals,
        failed: evidence.body.checks.filter(({ result }: { result: string }) => result === "fail"),
        content: evidence.body.content,
      };
    };
    const before = await look();
    await record(
      frameworkId,
      event("stay", "stayed", "2020-01-01", { use_case_ids: ["r.a", "r.b"] }),
    );
    const stayed = await look();
    expect(stayed.rules).toEqual(before.rules);
    expect(stayed.totals).toEqual(before.totals);
    expect([stayed.failed, stayed.content.status]).toEqual([[], "live"]);
    expect(stayed.coverage).toEqual(
      before.coverage.map((row: { use_case_id: string }) =>
        row.use_case_id === "r.c"
          ? row
          : {
              ...row,
              in_force: "suspended",
              enforcement: { id: "stay", on: "2020-01-01", until: null, kind: "stayed", ...said },
            },
      ),
    );
    expect(stayed.content.rules.map(({ in_force }: { in_force: string }) => in_force)).toEqual([
      "suspended",
      "suspended",
      "in_force",
    ]);
    const again = await expectStatus(
      system.admin("POST", path(frameworkId, "/re-reviews"), { counsel_id: counselId }),
      200,
    );
    expect(again.body.reviews).toEqual([]);
    // The same book again drops no event. The amended one ends the approval of what it changes.
    await expectStatus(system.admin("PUT", path(frameworkId, "/rules"), { rules }), 200);
    await expectStatus(
      system.admin("PUT", path(frameworkId, "/rules"), {
        rules: [ruleText("r.b", { title: "Amended" })],
      }),
      200,
    );
    const amended = await look();
    expect(
      amended.coverage.map((row: { use_case_id: string; status: string; in_force: string }) => [
        row.use_case_id,
        row.status,
        row.in_force,
      ]),
    ).toEqual([
      ["r.a", "approved_live", "suspended"],
      ["r.b", "approved_then_changed", "suspended"],
      ["r.c", "approved_live", "in_force"],
    ]);
    const due = await expectStatus(
      system.admin("POST", path(frameworkId, "/re-reviews"), { counsel_id: counselId }),
      201,
    );
    expect(due.body.reviews[0].rule_use_case_ids).toEqual(["r.b"]);
  });

  test("decides what Home counts: a stayed rule starts to apply when the stay ends", async () => {
    const now = await later();
    const day = (days: number) =>
      new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
    const { frameworkId } = await commission(system, {
      rules: [ruleText("r.soon", { applies_from: day(10) }), ruleText("r.now")],
    });
    const starting = async (by: number) => {
      const { body } = await system.admin("GET", `/admin/frameworks?limit=200&due_by=${day(by)}`);
      return body.items.find(({ id }: { id: string }) => id === frameworkId).due.starting;
    };
    expect(await starting(30)).toBe(1);
    await record(
      frameworkId,
      event("stay", "stayed", day(-1), { until: day(19) }),
      event("delay", "delayed", day(5), { until: day(24), use_case_ids: ["r.soon"] }),
    );
    expect([await starting(19), await starting(20), await starting(25)]).toEqual([0, 1, 2]);
  });
});

describe("where a rule's facts were read", () => {
  test("is shown in list, detail and to counsel; changing it alone makes no version and ends no approval", async () => {
    const given = await commission(system, { rules: [ruleText("r.a"), ruleText("r.b")] });
    const { frameworkId } = given;
    const importing = (rules: object[], query = "") =>
      system.admin("PUT", path(frameworkId, `/rules${query}`), { rules });
    const token = given.token;
    await expectStatus(
      system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
      200,
    );
    const source = { source_status: "official_text", source_read_on: "2026-11-26" };
    const sourced = { ...ruleText("r.a"), ...source };
    const tried = (await importing([sourced, ruleText("r.b")], "?dry_run=true")).body;
    expect(tried.rules).toEqual([
      {
        use_case_id: "r.a",
        change: "unchanged",
        fields: [
          { field: "source_read_on", before: null, after: "2026-11-26" },
          { field: "source_status", before: null, after: "official_text" },
        ],
        approvals_hit: [],
      },
      { use_case_id: "r.b", change: "unchanged", fields: [], approvals_hit: [] },
    ]);
    const before = (await system.admin("GET", path(frameworkId, "/rules/r.a"))).body;
    expect((await importing([sourced, ruleText("r.b")])).body).toEqual({
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    const after = (await system.admin("GET", path(frameworkId, "/rules/r.a"))).body;
    expect(after).toEqual({ ...before, ...source });
    expect([after.review_status, after.versions.length]).toEqual(["approved_live", 1]);
    // Left out with the same wording, it stays. A new wording has none until one is given.
    expect((await importing([ruleText("r.a")])).body).toMatchObject({ unchanged: 1 });
    const opened = await expectStatus(
      system.admin("POST", "/admin/rule-reviews", {
        framework_id: frameworkId,
        rule_use_case_ids: ["r.a", "r.b"],
        counsel_id: given.counselId,
      }),
      201,
    );
    const { body } = await system.api()("GET", new URL(opened.body.magic_link_url).pathname);
    expect(body.rule_sources).toEqual([
      { use_case_id: "r.a", source_status: "official_text" },
      { use_case_id: "r.b", source_status: null },
    ]);
    expect(body.rules[0]).toEqual(ruleText("r.a"));
    await importing([ruleText("r.a", { title: "New" })]);
    const changed = (await system.admin("GET", path(frameworkId, "/rules/r.a"))).body;
    expect([changed.version, changed.source_status, changed.source_read_on]).toEqual([
      2,
      undefined,
      undefined,
    ]);
    const refused = await importing([{ ...ruleText("r.a"), source_status: "hearsay" }]);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "rules.0.source_status"]);
    const noDay = await importing([{ ...ruleText("r.a"), source_read_on: "last week" }]);
    expect([noDay.status, noDay.body.errors[0].path]).toEqual([400, "rules.0.source_read_on"]);
  });
});

test("a framework keeps its language and short name when a PUT leaves them out", async () => {
  const { frameworkId } = await commission(system);
  const named = { display_name: "A framework", lang: "en", short_name: "Fw" };
  const set = (body: object) => system.admin("PUT", path(frameworkId), body);
  expect((await set(named)).body).toMatchObject({ lang: "en", short_name: "Fw" });
  expect((await set({ display_name: "Other" })).body).toMatchObject({
    lang: "en",
    short_name: "Fw",
  });
  expect((await set({ display_name: "Other", short_name: null })).body).toMatchObject({
    lang: "en",
    short_name: null,
  });
  expect((await set({ ...named, lang: "english!" })).body.errors[0].path).toBe("lang");
  for (const short_name of ["", "F".repeat(61), "F\u202ew", "F\u200bw", "F\nw", 5]) {
    const refused = await set({ ...named, short_name });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "short_name"]);
  }
});
