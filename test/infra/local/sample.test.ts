import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reviewsOf } from "#infra/local/sample/reviews.ts";
import { watch } from "#shared/domain/log/watch.ts";
import { allOf } from "#test/support/cloudc-fixture.ts";
import { sampled } from "#test/support/full-size.ts";
import { halfYearFolder, isShort, linesOfHalfYear } from "#test/support/half-year.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { deploymentAt } from "../../../bin/audit-log/deployment.ts";
import { observe } from "../../../bin/audit-log/observe.ts";

const SECRET = "countersign-development-secret-never-for-production";

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = await halfYearFolder();
  system = await startTestSystem({ stateDir: folder });
}, 300_000);
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

const count = (values: readonly string[]) =>
  Object.fromEntries(
    [...new Set(values)].sort().map((one) => [one, values.filter((v) => v === one).length]),
  );

const planned = reviewsOf(isShort);
/** How the requests of the panels' members end: one passed on, one overtaken, one not answered. */
const ofPanels = [
  ...["cancelled", "cancelled", "approved", "approved_with_changes"],
  ...["approved", "expired"],
];
/** For the short half year and for the whole one. */
const [RUNS, FOUND] = isShort ? [7, 6] : [15, 12];

test("the sample half year has its reviews, in every state as planned", async () => {
  const reviews = await allOf(system.admin, "/admin/rule-reviews");
  const courses = [
    ...planned.map(({ course }) =>
      course === "unopened" || course === "reading" ? "pending" : course,
    ),
    ...ofPanels,
  ];
  expect(count(reviews.map(({ status }) => status))).toEqual(count(courses));
  expect(Object.keys(count(courses))).toHaveLength(7);
  expect(reviews).toHaveLength(isShort ? 22 : 48);
  const ages = reviews.map(({ created_at }) => Date.now() - Date.parse(created_at));
  expect(Math.max(...ages) / 86_400_000).toBeGreaterThan(170);
  expect(Math.min(...ages)).toBeGreaterThan(0);
  expect(await allOf(system.admin, "/admin/counsel")).toHaveLength(5);
});

test("its coverage shows several states, and its tenants have connections, runs and deliveries", async () => {
  const { body } = await system.admin("GET", "/admin/frameworks/eu_ai_act/coverage");
  const states = count(body.rules.map(({ status }: { status: string }) => status));
  for (const state of ["approved_live", "approved_then_changed", "refused"]) {
    expect([state, states[state] ?? 0]).not.toEqual([state, 0]);
  }
  const objected = body.rules.filter(
    ({ objection }: { objection: unknown }) => (objection ?? null) !== null,
  );
  for (const split of [
    "annex3.6.d.law_enforcement_offending_risk",
    "art5.1.d.individual_crime_prediction",
  ]) {
    expect(objected).toContainEqual(
      expect.objectContaining({
        use_case_id: split,
        objection: expect.objectContaining({ verdict: "changes_requested" }),
      }),
    );
  }
  expect(await allOf(system.admin, "/admin/tenants")).toHaveLength(2);
  expect(await allOf(system.admin, "/admin/connections")).toHaveLength(4);
  const runs = await allOf(system.admin, "/admin/discovery-runs");
  expect(count(runs.map(({ status }) => status))).toEqual({ completed: RUNS });
  const deliveries = await allOf(system.admin, "/admin/webhook-deliveries");
  expect(count(deliveries.map(({ outcome }) => outcome))).toEqual({ accepted: RUNS, rejected: 1 });
});

test("it contains every standing that a rule can have", async () => {
  const found = new Set<string>();
  for (const { id } of (await system.admin("GET", "/admin/frameworks")).body.items) {
    const { rules } = (await system.admin("GET", `/admin/frameworks/${id}/coverage`)).body;
    for (const { use_case_id, status, objection, open_review_id, open_panel_id } of rules) {
      const open = open_review_id === null && open_panel_id === null ? "" : ", asked about";
      const amended = objection?.wording_changed_since === true ? ", then amended" : "";
      found.add(status).add(`${status}${open}`).add(`${status}${amended}`);
      if (status !== "refused" || amended !== "") continue;
      const path = `/admin/frameworks/${id}/wording?use_case_id=${use_case_id}&on=${new Date().toISOString()}`;
      const { approvals } = (await system.admin("GET", path)).body;
      if (approvals.length > 0) found.add("refused after an approval of the same wording");
    }
  }
  for (const { status, rules } of await allOf(system.admin, "/admin/review-panels")) {
    const outcomes = new Set(rules.map(({ outcome }: { outcome: string }) => outcome));
    found.add(outcomes.size > 1 ? "a panel split by rule" : `a panel that is ${status}`);
  }
  for (const review of await allOf(system.admin, "/admin/rule-reviews")) {
    const { status, rule_verdicts, delegated_from, decided_at } = review;
    if (delegated_from !== null && decided_at !== null) found.add("a delegated decision");
    const verdicts = (rule_verdicts ?? []).map(({ verdict }: { verdict: string }) => verdict);
    if (new Set([...verdicts, status]).size > 1) found.add("mixed outcomes");
  }
  for (const one of [
    "approved_live",
    "approved_live, asked about",
    "approved_then_changed",
    "approved_then_changed, asked about",
    "refused",
    "refused, asked about",
    "refused, then amended",
    "refused after an approval of the same wording",
    "pending, asked about",
    "never_reviewed",
    // Its wording was amended after it was sent to counsel.
    "never_reviewed, asked about",
    "a panel split by rule",
    "a panel that is undecided",
    "a delegated decision",
    "mixed outcomes",
  ]) {
    expect([one, found.has(one)]).toEqual([one, true]);
  }
});

test("its artifacts were classified by the hosted provider, at a price", async () => {
  const tenants = await allOf(system.admin, "/admin/tenants");
  const found = [];
  for (const { id } of tenants) {
    const org = system.api(await system.token({ tenant_id: id, org_role: "admin" }));
    found.push(...(await allOf(org, "/artifacts")));
    const { body } = await org("GET", "/tenant/settings");
    const providers = body.extractor.chain.map((entry: { provider: string }) => entry.provider);
    expect(providers).toEqual(["hosted_llm", "mock"]);
  }
  expect(found).toHaveLength(FOUND);
  for (const { name, classification } of found) {
    expect([name, classification.provider]).toEqual([name, "hosted_llm"]);
  }
  const classes = count(found.map(({ classification }) => classification.class));
  for (const one of ["prohibited", "high_risk", "transparency", "minimal", "unknown"]) {
    expect([one, classes[one] ?? 0]).not.toEqual([one, 0]);
  }
  const calls = linesOfHalfYear(folder).filter(({ event }) => event === "extractor_calls");
  expect(calls.length).toBeGreaterThanOrEqual(FOUND);
  for (const { outcome, cost_usd } of calls) {
    expect([outcome, Number(cost_usd) > 0]).toEqual(["ok", true]);
  }
  const { body } = await system.admin("GET", "/admin/extractors/status");
  for (const { last_success_at, last_failure_at } of body.tenants) {
    expect([typeof last_success_at, last_failure_at]).toEqual(["string", null]);
  }
});

test("the evidence of every decision verifies, online and offline, except for wordings amended since", async () => {
  const decided = (await allOf(system.admin, "/admin/rule-reviews")).filter(
    ({ decided_at }) => decided_at !== null,
  );
  const verifier = join(folder, "verify-bundle.mjs");
  writeFileSync(verifier, (await system.api()("GET", "/evidence/verify-bundle.mjs")).text);
  const key = (await system.api()("GET", "/evidence/log/key")).text.split("\n")[0] ?? "";
  for (const { id } of sampled(decided, 2)) {
    const { body } = await system.admin("GET", `/admin/rule-reviews/${id}/evidence`);
    const failed = body.checks
      .filter(({ result }: { result: string }) => result === "fail")
      .map((check: { id: string }) => check.id);
    expect([id, failed.filter((one: string) => one !== "content_current")]).toEqual([id, []]);
    expect(failed.includes("content_current")).toBe(body.content.status !== "live");
  }
  const { text } = await system.admin("GET", `/admin/rule-reviews/${decided.at(-1)?.id}/bundle`);
  const file = join(folder, "bundle.json");
  writeFileSync(file, text);
  const run = promisify(execFile)(process.execPath, [verifier, file, "--key", key]);
  run.child.stdin?.end(SECRET);
  const { stdout } = await run.catch((error) => error);
  expect(stdout).not.toMatch(/FAIL/);
});

test("the watcher finds nothing in its log", async () => {
  const token = await system.token({ is_platform_admin: true });
  const { observed } = await observe(deploymentAt(system.baseUrl), null, null, token);
  expect(observed.trail?.rows.length).toBeGreaterThan(isShort ? 50 : 100);
  expect(await watch(observed)).toEqual([]);
});

test("a system that is not empty is left alone", async () => {
  const { status, body } = await system.api()("POST", "/_local/sample");
  expect([status, body.code]).toEqual([409, "conflict"]);
  expect(await allOf(system.admin, "/admin/rule-reviews")).toHaveLength(
    planned.length + ofPanels.length,
  );
});
