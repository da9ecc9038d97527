import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { percentApproved } from "#shared/domain/standing/coverage.ts";
import { coverageColumns } from "#shared/domain/standing/coverage-csv.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { clearanceAt, coverageAt, wordingAt } from "#test/support/standing/expected.ts";
import { type Facts, factsOf, type Json } from "#test/support/standing/facts.ts";
import { type Lived, live, RULES, steps } from "#test/support/standing/history.ts";
import { bookAt, totalsOf } from "#test/support/standing/model.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

/** How many histories of a rule book are generated: 500 with FULL=1. */
const RUNS = sized(500, 2);
/** How many past instants of each history are compared, of about sixteen. */
const INSTANTS = sized(100, 4);
/** How many rule books share a system. Some answers are about all of its books. */
const BOOKS_A_SYSTEM = 25;

let system: TestSystem | undefined;
let books = 0;
afterAll(() => system?.close());

async function nextSystem(): Promise<TestSystem> {
  if (books % BOOKS_A_SYSTEM === 0) {
    await system?.close();
    // Nothing here waits for a message.
    system = await startTestSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
  }
  books += 1;
  return system as TestSystem;
}

test("every answer about the standing of rules, now and on past days, is what the specification derives from all that happened", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (made) => {
      const of = await nextSystem();
      const lived = await live(of, made);
      await compare(of, lived);
      const path = `/admin/frameworks/${lived.frameworkId}`;
      await of.admin("PUT", path, { display_name: "Old", status: "superseded" });
    }),
    { numRuns: RUNS, endOnFailure: RUNS > 10 },
  );
  noteSweep("lives of a rule book, each answer compared with a model", RUNS);
});

async function compare(of: TestSystem, lived: Lived): Promise<void> {
  const read = async (path: string): Promise<Json> => (await of.admin("GET", path)).body;
  const facts = await factsOf(read, lived.frameworkId);
  const now = await of.advance(1);
  const instants = chosen(lived.instants);
  const room = await roomOf(of, lived, facts);
  for (const at of [...instants, null]) {
    await compareBook(of, lived, facts, at ?? now, at);
    if (at !== null) await compareRoom(room, lived, facts, at);
  }
  const ahead = new Date(Date.parse(now) + 4 * 86_400_000).toISOString();
  await compareBook(of, lived, facts, ahead, ahead);
  await compareLists(of, lived, facts, now);
  await compareMonths(of, lived, facts, now);
  await compareReReviews(of, lived, facts, now);
}

/** A sample of the instants, including the first and the last. */
const chosen = (instants: readonly string[]): string[] => {
  const step = Math.max(1, Math.floor((instants.length - 1) / (INSTANTS - 1)));
  return instants.filter((_, at) => at % step === 0 || at === instants.length - 1);
};

const get = async (of: TestSystem, path: string): Promise<Json> =>
  (await expectStatus(of.admin("GET", path), 200)).body;

/** Compares coverage, wordings and clearance. @param asked the instant as asked; null: now */
async function compareBook(
  of: TestSystem,
  { frameworkId, contents }: Lived,
  facts: Facts,
  at: string,
  asked: string | null,
): Promise<void> {
  const book = `/admin/frameworks/${frameworkId}`;
  const asOf = asked === null ? "" : `?as_of=${asked}`;
  const report = await get(of, `${book}/coverage${asOf}`);
  expect({ at, ...report }).toMatchObject({ at, ...coverageAt(facts, at) });
  for (const rule of RULES) {
    const expected = wordingAt(facts, rule, at);
    const path = `${book}/wording?use_case_id=${rule}&on=${at}`;
    const { status, body } = await of.admin("GET", path);
    if (expected === null) expect(status).toBe(404);
    else expect({ at, ...body }).toMatchObject({ at, ...expected });
  }
  const question = { framework_id: frameworkId, on: asked };
  const byId = { ...question, use_case_ids: RULES };
  const live = await expectStatus(of.admin("POST", "/clearance", byId), 200);
  expect({ at, ...live.body }).toMatchObject({ at, ...clearanceAt(facts, at, null) });
  for (const title of [0, 3]) {
    const rules = RULES.map((rule) => contents.get(rule)?.[title]);
    const shipped = await expectStatus(of.admin("POST", "/clearance", { ...question, rules }), 200);
    const given = new Map(
      rules.map((rule) => [
        rule.use_case_id,
        { hash: hashIn(shipped.body, rule.use_case_id), title: rule.title },
      ]),
    );
    expect({ at, ...shipped.body }).toMatchObject({ at, ...clearanceAt(facts, at, given) });
  }
}

/** The content hash that clearance computed for a wording in the request. */
const hashIn = ({ blockers, approvals }: Json, rule: string): string =>
  [...blockers, ...approvals].find(({ use_case_id }) => use_case_id === rule)?.content_hash;

type Room = Awaited<ReturnType<typeof openRoom>> & { shown: (reviewId: string) => boolean };

/** A room that shows only some decisions: those of some counsel, from a certain time on. */
async function roomOf(of: TestSystem, lived: Lived, facts: Facts): Promise<Room> {
  const from = lived.instants[Math.floor(lived.instants.length / 3)] ?? "";
  const counsel = lived.counselIds.slice(0, 2);
  const room = await openRoom(of, {
    framework_ids: [lived.frameworkId],
    decided_from: from,
    counsel_ids: counsel,
  });
  const inScope = facts.requests.filter(
    (one) => (one.decidedAt ?? "") >= from && counsel.includes(one.counsel.id),
  );
  const ids = new Set(inScope.map(({ id }) => id));
  return { ...room, shown: (id) => ids.has(id) };
}

async function compareRoom(
  { visit, shown }: Room,
  { frameworkId }: Lived,
  facts: Facts,
  at: string,
): Promise<void> {
  const report = await expectStatus(
    visit(`/coverage?framework_id=${frameworkId}&as_of=${at}`),
    200,
  );
  expect({ at, ...report.body }).toMatchObject({ at, ...coverageAt(facts, at, shown) });
  const rule = RULES[facts.requests.length % RULES.length] as string;
  const expected = wordingAt(facts, rule, at, shown);
  const answer = await visit(`/rules/${frameworkId}/${rule}?on=${at}`);
  if (expected === null) expect(answer.status).toBe(404);
  else expect({ at, ...answer.body }).toMatchObject({ at, ...expected });
}

/** Compares what exists only now: rules, Ask, the report as a file, Home, objections, MCP. */
async function compareLists(
  of: TestSystem,
  { frameworkId }: Lived,
  facts: Facts,
  now: string,
): Promise<void> {
  const stands = bookAt(facts, now);
  const path = `/admin/frameworks/${frameworkId}`;
  const due = RULES.toSorted().map((use_case_id) => ({
    use_case_id,
    review_status: stands.get(use_case_id)?.status,
    objection: stands.get(use_case_id)?.objection ?? null,
  }));
  expect((await get(of, `${path}/rules`)).items).toMatchObject(due);
  for (const one of due) {
    expect(await get(of, `${path}/rules/${one.use_case_id}`)).toMatchObject(one);
  }
  const { rules } = await get(of, "/admin/rules?search=Wording&limit=200");
  const own = rules.filter((rule: Json) => rule.framework_id === frameworkId);
  expect(
    own.toSorted((a: Json, b: Json) => (a.use_case_id < b.use_case_id ? -1 : 1)),
  ).toMatchObject(due);

  const { outline } = await get(of, `${path}/coverage?view=outline`);
  expect(outline.map(cellsOf)).toEqual(coverageAt(facts, now).rules.map(cellsDue));
  const { books, pipeline } = await get(of, "/admin/overview");
  const home = books.find(({ id }: Json) => id === frameworkId);
  expect(home.totals).toEqual(totalsOf(stands.values()));
  const lasting = outline.filter(({ in_force }: Json) => in_force !== "ended");
  const approved = lasting.filter((row: Json) => stands.get(row.use_case_id)?.state === "approved");
  const percent = Math.floor((100 * approved.length) / lasting.length);
  expect([home.percent, percentApproved(outline)]).toEqual([percent, percent]);
  expect(pipeline.objections.count).toBe(
    books.reduce((sum: number, { totals }: Json) => sum + totals.refused, 0),
  );

  const remarks = await get(of, `/admin/objections?framework_id=${frameworkId}&limit=200`);
  const objected = remarks.items.filter(({ kind }: Json) => kind === "objection");
  expect(objected.map(({ use_case_id }: Json) => use_case_id).sort()).toEqual(
    due.filter(({ objection }) => objection !== null).map(({ use_case_id }) => use_case_id),
  );
  const wished = remarks.items.filter(({ kind }: Json) => kind === "wish");
  expect(wished.map(({ use_case_id }: Json) => use_case_id).sort()).toEqual(
    RULES.toSorted().filter((id) => isWish(stands.get(id)?.decision ?? null, id)),
  );
  await compareAgent(of, frameworkId, facts, now);
}

/** Whether counsel approved with changes and described them in the rule's own verdict. */
const isWish = (decision: Json, rule: string): boolean =>
  decision?.outcome === "approved_with_changes" &&
  decision.request.verdicts.some((one: Json) => one.use_case_id === rule && one.text);

const cellsOf = (row: Json): Json =>
  Object.fromEntries(
    Object.entries(coverageColumns("now")).map(([name, cell]) => [name, cell(row) ?? ""]),
  );

/** The columns that describe a rule's standing. */
const cellsDue = ({ objection, changed_fields, ...row }: Json): Json =>
  expect.objectContaining({
    use_case_id: row.use_case_id,
    status: row.status,
    review_id: row.review_id ?? "",
    panel_id: row.panel_id ?? "",
    decided_at: row.decided_at ?? "",
    open_review_id: row.open_review_id ?? "",
    open_panel_id: row.open_panel_id ?? "",
    objection_verdict: objection?.verdict ?? "",
    objection_by: objection?.counsel.display_name ?? "",
    objection_at: objection?.decided_at ?? "",
    changed_fields: changed_fields.map(({ field }: Json) => field).join(" "),
  });

const tenants = new WeakMap<TestSystem, Promise<string>>();

/** A tenant whose agents may use MCP. */
function tenantOf(of: TestSystem): Promise<string> {
  const known = tenants.get(of);
  if (known !== undefined) return known;
  const made = newTenant(of).then(async ({ id, org }) => {
    await expectStatus(org("PATCH", "/tenant/settings/mcp", { enabled: true }), 200);
    return id;
  });
  tenants.set(of, made);
  return made;
}

async function compareAgent(
  of: TestSystem,
  framework_id: string,
  facts: Facts,
  now: string,
): Promise<void> {
  const tenant_id = await tenantOf(of);
  const agent = of.api(await of.token({ tenant_id, org_role: "member", sub: randomUUID() }));
  const call = { name: "getClearance", arguments: { framework_id, use_case_ids: RULES } };
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  const { body } = await expectStatus(agent("POST", "/mcp", asked), 200);
  const told = JSON.parse(body.result.content[0].text);
  const due = clearanceAt(facts, now, null);
  const brief = ({ cleared, blockers, approvals }: Json) => ({
    cleared,
    blockers: blockers.map(({ use_case_id, reason }: Json) => [use_case_id, reason]),
    approvals: approvals.map(({ use_case_id, review_id }: Json) => [use_case_id, review_id]),
  });
  expect(brief(told)).toEqual(brief(due));
  for (const { approved_by } of told.approvals)
    expect(approved_by).not.toHaveProperty("display_name");
}

async function compareMonths(
  of: TestSystem,
  { frameworkId }: Lived,
  facts: Facts,
  now: string,
): Promise<void> {
  const path = `/admin/frameworks/${frameworkId}/coverage?view=months`;
  const { months, as_of, totals } = await get(of, path);
  for (const point of [...months, { as_of, totals }]) {
    expect(point.totals).toEqual(totalsOf(bookAt(facts, point.as_of).values()));
  }
  expect(as_of >= now).toBe(true);
}

/** Requests the re-reviews that are due. This comes last, because it changes the book. */
async function compareReReviews(
  of: TestSystem,
  { frameworkId, counselIds }: Lived,
  facts: Facts,
  now: string,
): Promise<void> {
  const stands = bookAt(facts, now);
  const today = now.slice(0, 10);
  const due = RULES.filter((id) => {
    const until = facts.versions.get(id)?.at(-1)?.content.applies_until ?? "9999";
    const { state, open = [] } = stands.get(id) ?? {};
    return until >= today && state !== "approved" && !open.some(({ isOwn }) => isOwn);
  });
  const path = `/admin/frameworks/${frameworkId}/re-reviews`;
  const { body } = await of.admin("POST", path, { counsel_id: counselIds[0] });
  const asked = body.reviews.flatMap((review: Json) => review.rule_use_case_ids);
  expect(asked.toSorted()).toEqual(due.toSorted());
}
