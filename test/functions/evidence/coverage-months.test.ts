import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type CountedSystem, startCountedSystem } from "#test/bench/counted-system.ts";
import { callsText, totalUnits } from "#test/bench/counting-proxy.ts";
import { seedYear } from "#test/bench/seed-reviews.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { scanTable } from "#test/support/table.ts";
import { putItems } from "#test/support/table-attack.ts";

let system: CountedSystem;
/** The middle of a month, ISO 8601 UTC. */
let now: string;
beforeAll(async () => {
  system = await startCountedSystem();
  now = await moveTo(15, 12);
});
afterAll(() => system.close());

/** Moves the clock to that time of the next month (days, hours and minutes of it). */
async function moveTo(day: number, hours: number, minutes = 0): Promise<string> {
  const then = new Date(await system.advance(0));
  const to = Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, day, hours, minutes);
  return system.advance(Math.ceil((to - then.getTime()) / 1000));
}

/** A book of these rules, which are years old, so that they exist in every month. */
async function oldBook(names: readonly string[], of = system) {
  const book = await commission(of, { rules: names.map((name) => ruleText(name)) });
  const rules = (await scanTable(of)).filter(({ pk }) => pk === `RULES#${book.frameworkId}`);
  const updated_at = "2020-01-01T00:00:00.000Z";
  const old = rules.map((item) => ({ ...item, live: { ...item.live, updated_at } }));
  await putItems(of, old);
  const hashes = new Map(rules.map(({ sk, live }) => [String(sk), live.content_hash as string]));
  return { ...book, wordingOf: (ruleId: string) => hashes.get(ruleId) ?? "" };
}

type Book = Pick<Awaited<ReturnType<typeof oldBook>>, "frameworkId" | "counselId"> &
  Partial<Pick<Awaited<ReturnType<typeof oldBook>>, "wordingOf">>;

const seed = (
  { frameworkId, counselId, wordingOf }: Book,
  count: number,
  ruleId: string,
): Promise<void> =>
  seedYear(
    system.database,
    count,
    {
      frameworkIds: [frameworkId],
      counselIds: [counselId],
      ruleIds: [ruleId],
      ...(wordingOf && { wordingOf }),
    },
    Date.parse(now),
  );

const report = async ({ frameworkId }: Book, query: string) =>
  (
    await expectStatus(
      system.admin("GET", `/admin/frameworks/${frameworkId}/coverage?${query}`),
      200,
    )
  ).body;

/** Asks at the beginning of a month, so that this instant is one of the months. */
const monthsOf = async (book: Book, month: string) => {
  const { months, as_of, totals } = await report(book, `view=months&as_of=${month}`);
  return [...months, { as_of, totals }];
};

const keep = async () =>
  (await system.api()("POST", "/_local/schedules/coverage-months/run")).body.kept as number;

const busyRules = ["rule.asked", "rule.rare", "rule.unasked"];

test("the months of a book agree with each month's own report, kept or not, and cost the same however many requests the book has", async () => {
  const [busy, quiet] = [await oldBook(busyRules), await oldBook(["rule.asked"])];
  await seed(busy, sized(2_000, 120), "rule.asked");
  await seed(busy, 7, "rule.rare");
  const month = `${now.slice(0, 7)}-01T00:00:00.000Z`;
  const found = await monthsOf(busy, month);
  const alone = await Promise.all(
    sampled(found, 3).map(async ({ as_of }: { as_of: string }) => {
      const { totals } = await report(busy, `as_of=${as_of}`);
      return { as_of, totals };
    }),
  );
  expect(sampled(found, 3)).toEqual(alone);
  const pending = found.map(({ totals }: { totals: { pending: number } }) => totals.pending);
  // The rare request is found behind many others, and only in the months that it reaches.
  expect(new Set(pending)).toEqual(new Set([1, 2]));

  // Two years and the six months before them are kept once for each book.
  expect([await keep(), await keep()]).toEqual([60, 0]);
  system.proxy.take();
  expect(await monthsOf(busy, month)).toEqual(found);
  const cost = callsText(system.proxy.take());
  await monthsOf(quiet, month);
  expect(callsText(system.proxy.take())).toBe(cost);
});

test("a month is kept an hour after it began, when all that was under way then has been written", async () => {
  await keep();
  await moveTo(1, 0, 30);
  expect(await keep()).toBe(0);
  await system.advance(3600);
  expect([await keep(), await keep()]).toEqual([2, 0]);
});

test("a status with more ended requests than the queue counts is noted, and no longer read; the others stay exact", async () => {
  const [busy, quiet] = [await commission(system), await commission(system)];
  await seed(busy, 7 * 101, "rule.one");
  const countsOf = async (query: string) => {
    system.proxy.take();
    const path = `/admin/rule-reviews/counts${query}`;
    const { counts } = (await expectStatus(system.admin("GET", path), 200)).body;
    const ended = counts.filter(({ status }: { status: string }) => status !== "pending");
    return { counts, ended, read: totalUnits(system.proxy.take()).read };
  };
  const ofBusy = `?framework_id=${busy.frameworkId}`;
  const before = await countsOf(ofBusy);
  expect(before.ended).toMatchObject(Array(6).fill({ count: 100, is_more: true }));
  await keep();
  const after = await countsOf(ofBusy);
  expect(after.counts).toEqual(before.counts);
  expect((await countsOf("")).ended).toEqual(before.ended);
  expect(after.read).toBeLessThan(before.read / 2);
  const decision = { decision: "approved" };
  await expectStatus(system.api()("POST", `/counsel/review/${quiet.token}/decide`, decision), 200);
  const { counts } = await countsOf(`?framework_id=${quiet.frameworkId}`);
  expect(counts.filter(({ count }: { count: number }) => count > 0)).toEqual([
    { status: "approved", count: 1, is_more: false },
  ]);
});

test("a book that cannot be counted fails the job, but the others are still kept", async () => {
  const small = await startCountedSystem();
  onTestFinished(() => small.close());
  const books = [await oldBook(["rule.one"], small), await oldBook(["rule.one"], small)];
  const broken = `RULES#${books.map(({ frameworkId }) => frameworkId).toSorted()[0]}`;
  const rules = (await scanTable(small)).filter(({ pk }) => pk === broken);
  await putItems(
    small,
    rules.map(({ live: _, ...item }) => item),
  );
  const run = await small.api()("POST", "/_local/schedules/coverage-months/run");
  expect(run.status).not.toBe(200);
  const kept = (await scanTable(small)).map(({ pk }) => pk);
  expect(
    books.map(({ frameworkId }) => kept.includes(`COVERAGE#${frameworkId}`)).toSorted(),
  ).toEqual([false, true]);
});
