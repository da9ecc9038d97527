import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { halfYearFolder } from "#test/support/half-year.ts";
import { type Api, startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

let system: TestSystem;
const org = new Map<string, Api>();
let overview: Json;

beforeAll(async () => {
  system = await startTestSystemWithLog({ stateDir: await halfYearFolder() });
  overview = (await system.admin("GET", "/admin/overview")).body;
  for (const { id, name } of (await system.admin("GET", "/admin/tenants")).body.items) {
    org.set(name, system.api(await system.token({ tenant_id: id, org_role: "admin" })));
  }
});
afterAll(() => system.close());

const orgOf = (tenant: string): Api => {
  const api = org.get(tenant);
  if (api === undefined) throw new Error(`There is no tenant ${tenant}.`);
  return api;
};

const bookOf = (id: string): Json => overview.books.find((book: Json) => book.id === id);
/** The approved share of a report's rules that have not ended, in per cent, rounded down. */
const percentOf = ({ rules }: Json): number => {
  const standing = rules.filter(({ in_force }: Json) => in_force !== "ended");
  const approved = standing.filter(({ status }: Json) => status === "approved_live");
  return standing.length === 0 ? 0 : Math.floor((100 * approved.length) / standing.length);
};
const workOf = (kind: string, of = overview): Json[] =>
  of.work.filter((one: Json) => one.kind === kind);

describe("a platform admin's overview of the sample half year", () => {
  test("counts each book's rules as its coverage does, now and 30 days ago", async () => {
    const days30 = new Date(Date.now() - 30 * 86_400_000).toISOString();
    for (const { id, rules, totals, percent, before } of overview.books) {
      const path = `/admin/frameworks/${id}/coverage`;
      const now = (await system.admin("GET", path)).body;
      expect([totals, percent], id).toEqual([now.totals, percentOf(now)]);
      const then = (await system.admin("GET", `${path}?as_of=${days30}`)).body;
      expect(before, id).toEqual({ rules: then.rules.length, percent: percentOf(then) });
      expect(rules).toBe(Object.values(totals as object).reduce((sum, n) => sum + n, 0));
    }
    expect(overview.books.map(({ id }: Json) => id)).toContain("eu_ai_act");
    expect(bookOf("eu_ai_act")).toMatchObject({ short_name: "EU AI Act", rules: 44 });
    expect(bookOf("eu_ai_act").before.percent).not.toBe(bookOf("eu_ai_act").percent);
  });

  test("every count of rules is the total of the report that it leads to", async () => {
    const totalOf = async (id: string, query: string): Promise<number> => {
      const path = `/admin/frameworks/${id}/coverage?view=outline&${query}`;
      const { totals, outline } = (await system.admin("GET", path)).body;
      const counted = Object.values(totals as Record<string, number>).reduce((a, b) => a + b, 0);
      expect(outline.length).toBe(counted);
      return counted;
    };
    let objections = 0;
    for (const { id, totals, next } of overview.books) {
      for (const [status, count] of Object.entries(totals)) {
        expect(await totalOf(id, `status=${status}`), status).toBe(count);
      }
      const refused = await totalOf(id, "objections=true");
      expect(refused).toBe(totals.refused);
      objections += refused;
      const open = await totalOf(id, "open=true");
      expect(open + (await totalOf(id, "open=false"))).toBe(await totalOf(id, ""));
      if (next === null) continue;
      expect(await totalOf(id, `starts=${next.day}`)).toBe(next.rules);
      const approved = await totalOf(id, `starts=${next.day}&status=approved_live`);
      expect([next.totals.approved_live, next.is_ready]).toEqual([
        approved,
        approved === next.rules,
      ]);
    }
    expect(overview.pipeline.objections.count).toBe(objections);
    const { items, total } = (await system.admin("GET", "/admin/objections?limit=200")).body;
    expect(total).toBe(items.length);
    expect(items.filter(({ kind }: Json) => kind === "objection")).toHaveLength(objections);
  });

  test("each count of open reviews equals the number that the queue lists at that stage", async () => {
    const listed = async (stage: string): Promise<Json[]> =>
      (await system.admin("GET", `/admin/rule-reviews?stage=${stage}&limit=200`)).body.items;
    for (const stage of ["not_opened", "reading", "due"]) {
      expect(await listed(stage), stage).toHaveLength(overview.pipeline[stage].count);
    }
    const [unopened, reading] = [await listed("not_opened"), await listed("reading")];
    expect(unopened.map(({ viewed_at }) => viewed_at)).toEqual(unopened.map(() => null));
    expect(reading.map(({ viewed_at }) => typeof viewed_at)).toEqual(reading.map(() => "string"));
    expect([unopened, reading].map(({ length }) => length > 0)).toEqual([true, true]);
    expect(await listed("not_opened&status=approved")).toEqual([]);
  });

  test("names the next date of each law, and what is not approved by then", async () => {
    const next = (id: string) => bookOf(id).next;
    expect(next("eu_ai_act").day > new Date().toISOString().slice(0, 10)).toBe(true);
    for (const { rules, totals } of overview.books.flatMap((book: Json) => book.next ?? [])) {
      expect(rules).toBe(Object.values(totals as object).reduce((sum, n) => sum + n, 0));
    }
    const unready = workOf("law_unready");
    for (const { object, at, count } of unready) {
      const query = `view=outline&starts=${at.slice(0, 10)}`;
      const path = `/admin/frameworks/${object.id}/coverage?${query}`;
      const { totals, outline } = (await system.admin("GET", path)).body;
      expect(count).toBe(outline.length - totals.approved_live);
    }
    const ofNext = unready.filter(({ object, at }) => at.startsWith(next(object.id).day));
    for (const { object, count } of ofNext) {
      const { rules, totals, is_ready } = next(object.id);
      expect([count, is_ready]).toEqual([rules - totals.approved_live, false]);
    }
    const soon = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
    const due = overview.books.filter(
      (book: Json) => book.next !== null && book.next.day <= soon && !book.next.is_ready,
    );
    expect(ofNext.map(({ object, framework }) => [object.id, framework]).toSorted()).toEqual(
      due.map((book: Json) => [book.id, book.short_name]).toSorted(),
    );
  });

  test("reports what failed: refused deliveries, lost authorisations, refused rules, drifted approvals", async () => {
    expect(workOf("delivery_refused")).toMatchObject([
      {
        severity: "high",
        count: 1,
        reason: "no_match",
        object: { type: "connection", name: "Repositories of Harbour Insurance" },
        tenant: { name: "Harbour Insurance" },
      },
    ]);
    expect(workOf("connection_unauthorized")).toMatchObject([
      { object: { name: "Analytics account" } },
    ]);
    const refused = workOf("objection");
    expect(refused.map(({ counsel }) => counsel)).toContain("Dr. Helena Marquardt");
    for (const { object, reason } of refused) {
      expect(["review", "panel"]).toContain(object.type);
      expect(reason).toEqual(expect.any(String));
      expect(object.name).toMatch(/^(Art\.|Annex|§) /);
    }
    // A later refusal ends the approval that an earlier review gave.
    expect(bookOf("co_sb_26_189").totals).toMatchObject({ approved_live: 13, refused: 2 });
    expect(refused.filter(({ framework }) => framework === "Colorado ADMT")).toMatchObject([
      { counsel: "Rachel Okafor", count: 2, object: { name: "§ 6-1-1705" } },
    ]);
    expect(workOf("approval_drifted")).toMatchObject([{ object: { id: "eu_ai_act" }, count: 1 }]);
    // Counsel is already being asked about the other changed rules.
    const changed =
      "/admin/frameworks/eu_ai_act/coverage?view=outline&status=approved_then_changed";
    const { outline } = (await system.admin("GET", changed)).body;
    expect(
      outline.filter(({ open_review_id, open_panel_id }: Json) => open_review_id ?? open_panel_id),
    ).toHaveLength(bookOf("eu_ai_act").totals.approved_then_changed - 1);
  });

  test("orders the work by severity, then by date", () => {
    const rank = ["high", "medium", "low"];
    const keys = overview.work.map(
      ({ severity, at }: Json) => `${rank.indexOf(severity)} ${at ?? "9"}`,
    );
    expect(keys).toEqual(keys.toSorted());
  });

  test("lists every kind of work it looked for, including those with nothing waiting", () => {
    const looked = new Map(overview.looked_at.map((one: Json) => [one.kind, one.count]));
    expect(looked.get("run_failed")).toBe(0);
    expect(looked.get("delivery_refused")).toBe(1);
    expect(looked.size).toBe(overview.looked_at.length);
    for (const { kind } of overview.work) expect(looked.get(kind)).toBeGreaterThan(0);
    // The count of objections is a count of rules, as in their entries.
    const rules = workOf("objection").reduce((sum, { count }) => sum + count, 0);
    expect(looked.get("objection")).toBe(rules);
    expect(rules).toBeGreaterThan(workOf("objection").length);
  });

  test("counts where reviews are, and what the evidence log holds", async () => {
    const pending = (await system.admin("GET", "/admin/rule-reviews?status=pending")).body.items;
    const opened = pending.filter(({ viewed_at }: Json) => viewed_at !== null).length;
    const { not_opened, reading, decided } = overview.pipeline;
    expect([not_opened.count, reading.count]).toEqual([pending.length - opened, opened]);
    const since = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const all = (await system.admin("GET", "/admin/rule-reviews?limit=200")).body.items;
    expect(decided.count).toBe(all.filter((one: Json) => (one.decided_at ?? "") > since).length);
    const note = (await system.api()("GET", "/evidence/log/checkpoint")).text;
    expect(overview.evidence.entries).toBe(Number(note.split("\n")[1]));
    expect(overview.evidence).toMatchObject({ witnesses: 0, forked_since: null });
  });

  test("is refused to organisation admins", async () => {
    expect((await orgOf("Northwind Logistics")("GET", "/admin/overview")).status).toBe(403);
  });
});

describe("an organisation's overview", () => {
  const read = async (name: string): Promise<Json> =>
    (await orgOf(name)("GET", "/tenant/overview")).body;

  test("counts its systems by class and the unconfirmed ones, as the inventory lists them", async () => {
    const { systems, work } = await read("Northwind Logistics");
    const { items } = (await orgOf("Northwind Logistics")("GET", "/artifacts?state=present")).body;
    expect(systems.found).toBe(items.length);
    for (const { class: name, count } of systems.by_class) {
      const own = items.filter(({ classification }: Json) => classification?.class === name);
      expect(count, name).toBe(own.length);
    }
    const prohibited = systems.by_class.find((one: Json) => one.class === "prohibited");
    expect(prohibited).toEqual({ class: "prohibited", count: 1, unconfirmed: 1 });
    expect(workOf("prohibited_undecided", { work })).toMatchObject([
      { severity: "high", count: 1 },
    ]);
    const [id] = items
      .filter(({ classification }: Json) => classification?.class === "prohibited")
      .map((one: Json) => one.id);
    await orgOf("Northwind Logistics")("PUT", `/artifacts/${id}/classification`, {
      class: "prohibited",
      reason: "It is switched off.",
    });
    expect(workOf("prohibited_undecided", await read("Northwind Logistics"))).toEqual([]);
  });

  test("shows each connection's health, with the deliveries refused in the last 24 hours", async () => {
    const { items } = (await orgOf("Harbour Insurance")("GET", "/connections")).body;
    const host = items.find(({ provider }: Json) => provider === "sourcehost");
    const url = new URL(host.webhook_url).pathname;
    const mac = createHmac("sha256", "guessed").update("{}").digest("hex");
    for (const signature of [{ "x-hub-signature-256": `sha256=${mac}` }, {}]) {
      const response = await fetch(`${system.baseUrl}${url}`, {
        method: "POST",
        body: "{}",
        headers: {
          "content-type": "application/json",
          "x-github-event": "push",
          "x-github-delivery": "0b8a2f6e-53b8-4bb1-9d3f-0a2a9a2d7f11",
          ...(signature as Record<string, string>),
        },
      });
      expect(response.status).toBe(401);
    }
    const { connections, work } = await read("Harbour Insurance");
    const health = connections.find((one: Json) => one.id === host.id);
    expect(health.deliveries_24h).toEqual({ received: 0, refused: 2 });
    expect(connections.map((one: Json) => one.status)).toContain("needs_reauthorization");
    // One entry covers all refusals for any reason. Its count is that of the list it opens.
    expect(workOf("delivery_refused", { work })).toMatchObject([
      { count: 3, reason: "missing_signature", tenant: null },
    ]);
    const listed = async (days: number): Promise<number> => {
      const from = new Date(Date.now() - days * 86_400_000).toISOString();
      const path = `/connections/${host.id}/deliveries?outcome=refused&from=${from}`;
      return (await orgOf("Harbour Insurance")("GET", path)).body.items.length;
    };
    expect([await listed(1), await listed(30)]).toEqual([2, 3]);
  });

  test("leaves out refused deliveries of a channel without a connection, which the platform's overview shows", async () => {
    const tenant = (await system.admin("POST", "/admin/tenants", { name: "Empty Ltd" })).body;
    const path = `/webhooks/sourcehost/${tenant.id}`;
    const headers = { "x-github-event": "push", "x-github-delivery": "4d0f-empty" };
    expect((await system.api()("POST", path, {}, headers)).status).toBe(401);
    const own = system.api(await system.token({ tenant_id: tenant.id, org_role: "admin" }));
    const { work, looked_at } = (await own("GET", "/tenant/overview")).body;
    expect([workOf("delivery_refused", { work }), looked_at[0]]).toEqual([
      [],
      { kind: "delivery_refused", count: 0, is_more: false },
    ]);
    const all = (await system.admin("GET", "/admin/overview")).body;
    expect(workOf("delivery_refused", all)).toContainEqual(
      expect.objectContaining({
        count: 1,
        object: { type: "tenant", id: tenant.id, name: "sourcehost" },
        tenant: { id: tenant.id, name: "Empty Ltd" },
      }),
    );
  });

  test("does not tell members what was spent", async () => {
    expect((await read("Harbour Insurance")).spend).toMatchObject({ cap_usd: null });
    const tenant = (await system.admin("GET", "/admin/tenants")).body.items[0];
    const member = system.api(await system.token({ tenant_id: tenant.id, org_role: "member" }));
    expect((await member("GET", "/tenant/overview")).body.spend).toBeNull();
  });
});
