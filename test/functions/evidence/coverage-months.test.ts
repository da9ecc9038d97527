import { afterAll, beforeAll, expect, test } from "vitest";
import { seedYear } from "#test/bench/seed-reviews.ts";
import { type SeedableDatabase, startSeedableDatabase } from "#test/bench/seedable-database.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";

let system: TestSystem;
let database: SeedableDatabase;
beforeAll(async () => {
  database = await startSeedableDatabase();
  process.env.DYNAMODB_ENDPOINT = database.endpoint;
  system = await startTestSystem();
  delete process.env.DYNAMODB_ENDPOINT;
});
afterAll(async () => {
  await system.close();
  await database.close();
});

test("months of a book with many requests agree with each month's own report, page after page", async () => {
  const { frameworkId, counselId, ruleIds } = await commission(system, {
    rules: [ruleText("rule.asked"), ruleText("rule.rare"), ruleText("rule.unasked")],
  });
  // The rules are years old, so that they stand in every month.
  const live = (await scanTable(system)).filter(({ pk }) => pk === `RULES#${frameworkId}`);
  await database.add(
    live.map((item) => ({
      ...item,
      live: { ...item.live, updated_at: "2020-01-01T00:00:00.000Z" },
    })),
  );
  const seed = (count: number, rule: number) =>
    seedYear(database, count, {
      frameworkIds: [frameworkId],
      counselIds: [counselId],
      ruleIds: ruleIds.slice(rule, rule + 1),
    });
  await seed(2_000, 0);
  await seed(24, 1);
  const path = `/admin/frameworks/${frameworkId}/coverage`;
  const { body } = await expectStatus(system.admin("GET", `${path}?view=months`), 200);
  const alone = await Promise.all(
    body.months.map(async ({ as_of }: { as_of: string }) => {
      const report = await system.admin("GET", `${path}?view=totals&as_of=${as_of}`);
      return { as_of, totals: report.body.totals };
    }),
  );
  expect(body.months).toEqual(alone);
  const pending = body.months.map(({ totals }: { totals: { pending: number } }) => totals.pending);
  // The rare request is found behind many others, in the months within its reach only.
  expect(new Set(pending)).toEqual(new Set([1, 2]));
});
