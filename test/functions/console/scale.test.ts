import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRule } from "#shared/routes/table/frameworks.ts";
import { getReview } from "#shared/routes/table/reviews.ts";
import { totalUnits } from "#test/bench/counting-proxy.ts";
import { type Seeded, seedYear } from "#test/bench/seed-reviews.ts";
import { type SeedableDatabase, startSeedableDatabase } from "#test/bench/seedable-database.ts";
import { goTo } from "#test/support/arrive.ts";
import { consoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import { note, sampled, sized } from "#test/support/full-size.ts";
import { expectKeptCounts } from "#test/support/kept-counts.ts";
import { type OneOfEach, oneOfEach } from "#test/support/one-of-each.ts";
import { countAsked, underWayOf } from "#test/support/page-cost.ts";
import { commission } from "#test/support/review-fixture.ts";
import { scanTable } from "#test/support/table.ts";

let database: SeedableDatabase;
const suite = consoleSuite(async () => {
  database = await startSeedableDatabase();
  process.env.DYNAMODB_ENDPOINT = database.proxy.url;
  return {};
});
let each: OneOfEach;
beforeAll(async () => {
  delete process.env.DYNAMODB_ENDPOINT;
  each = await oneOfEach(suite.system);
});
afterAll(() => database.close());

/**
 * What a screen costs: API requests, bytes of answers (a repeated URL counts once) and DOM elements.
 * Two more values are reported but not judged: the read units of all functions together, and the
 * milliseconds until the screen is complete.
 */
interface Cost {
  requests: number;
  bytes: number;
  elements: number;
  units: number;
  ms: number;
}

/** A screen, a text that appears once it is complete, and the bytes that fill its lists. */
type Screen = readonly [path: string, text: string | RegExp, filled?: number];

async function costOf(page: Page, [path, text]: Screen, calm: () => Promise<void>): Promise<Cost> {
  await goTo(page, "/nowhere", "There is no such page");
  await calm();
  const counted = countAsked(page, ["fetch"]);
  database.proxy.take();
  const start = performance.now();
  await goTo(page, path, text);
  const ms = Math.round(performance.now() - start);
  await calm();
  const units = totalUnits(database.proxy.take()).read;
  return { ...(await counted()), elements: await page.locator("#main *").count(), units, ms };
}

/** A screen's cost with the least time of some rounds, because other work only adds to the time. */
async function leastOf(page: Page, screen: Screen, calm: () => Promise<void>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await costOf(page, screen, calm));
  return { ...(costs[0] as Cost), ms: Math.min(...costs.map(({ ms }) => ms)) };
}
const ROUNDS = sized(7, 1);

/** A screen polls every few seconds, so up to this many extra requests may be polls. */
const AGAIN = 3;

/** The size of the at most eight things of a kind that Home names: in bytes, and in elements. */
const EIGHT_NAMED = 8_000;
const NAMED_ELEMENTS = 8 * 12;
/** A page of rows of one kind may have more elements than the same number of mixed rows. */
const OTHER_ROWS = 1.2;

/** The most bytes that a screen may load once its lists are full. */
const bound = ({ bytes }: Cost, filled = 2000): number => bytes * 1.1 + filled;

const costText = ({ requests, bytes, elements, units, ms }: Cost): string =>
  `${requests} ${requests === 1 ? "request" : "requests"}, ${(bytes / 1000).toFixed(1)} KB, ${elements} elements, ${units} r, ${ms} ms`;

/** Measures the screens before and after the seeding, which must make no noticeable difference. */
async function compare(role: Role, screens: readonly Screen[], seed: () => Promise<void>) {
  const { page, faults, close } = await suite.open("/nowhere", role);
  const underWay = underWayOf(page);
  const calm = () => expect.poll(() => underWay.size, { timeout: 20_000 }).toBe(0);
  const measure = async (): Promise<Cost[]> => {
    const costs: Cost[] = [];
    for (const screen of screens) costs.push(await leastOf(page, screen, calm));
    return costs;
  };
  const few = await measure();
  await seed();
  const many = await measure();
  const found = screens.map(([path, , filled], at) => {
    const [before, after] = [few[at] as Cost, many[at] as Cost];
    const elements = before.elements * OTHER_ROWS + (path === "" ? NAMED_ELEMENTS : 0);
    return { path, before, after, elements, share: after.bytes / bound(before, filled) };
  });
  const hasGrown = ({ before, after, elements, share }: (typeof found)[number]): boolean =>
    after.requests > before.requests + AGAIN || after.elements > elements || share > 1;
  expect(found.filter(hasGrown)).toEqual([]);
  expect(many.filter(({ requests }) => requests > 10)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
  return found;
}

/** Writes a row per screen into the bench report: its cost among many and among few, its bound. */
function noteEach(
  found: Awaited<ReturnType<typeof compare>>,
  kind: "reviews" | "artifacts",
  many: number,
  few: number,
): void {
  for (const { path, before, after, share } of found) {
    const screen = path.replace(/[0-9a-f-]{36}/, "…").replace(/(framework_id|rule)=.*/, "$1=…");
    const name = `console: ${screen || "Home"} among ${many.toLocaleString("en")} ${kind}`;
    note(name, costText(after), `${costText(before)} among ${few}`, share);
  }
}

const [FEW_REVIEWS, MANY_REVIEWS] = [sized(500, 260), sized(100_000, 260)];
const [FEW_ARTIFACTS, MANY_ARTIFACTS] = [sized(250, 120), sized(5_000, 130)];
const LIMIT_MS = sized(900_000, 120_000);

/** The rule of an API path, written as Evidence names it. */
const ruleOf = (path: string): string => path.split("/").slice(3).join("/").replace("/rules", "");

/** A separate framework for each seeding. */
async function newFramework(): Promise<Seeded> {
  const { frameworkId, counselId, ruleIds } = await commission(suite.system);
  return { frameworkIds: [frameworkId], counselIds: [counselId], ruleIds };
}

const seedReviews = (count: number, framework: Seeded): Promise<void> =>
  seedYear(database, count, framework);

/** Adds this many copies of the tenant's only artifact, each with its own id, and their counter. */
async function seedArtifacts(count: number): Promise<void> {
  const found = (await scanTable(suite.system)).find(
    ({ pk, tenant_id }) => /^ARTIFACTS#/.test(pk) && tenant_id === each.tenant.id,
  );
  const text = JSON.stringify(found);
  const copies = Array.from({ length: count }, () =>
    JSON.parse(text.replaceAll(found?.id, randomUUID())),
  );
  const pk = `SYSTEMS#TENANT#${each.tenant.id}`;
  const sk = `${found?.connection_id}#${randomUUID()}`;
  await database.add([...copies, { pk, sk, [found?.counted]: count }]);
}

/** The structure of a value: the names and types of its parts, regardless of order. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, shapeOf(part)])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

test("a seeded request is stored like one that was made through the front door", async () => {
  const { review, frameworkId, counselId, ruleIds } = await commission(suite.system);
  await seedReviews(1, { frameworkIds: [frameworkId], counselIds: [counselId], ruleIds });
  const items = await scanTable(suite.system);
  const seeded = items.find(
    (item) => item.review?.framework_id === frameworkId && item.review.id !== review.id,
  )?.review;
  /**
   * The items stored for a request, by kind. Rule marks, which many requests share, and items that wait
   * for the log are left out.
   */
  const kept = (id: string) =>
    items
      .filter(
        (item) => !/^(STANDING|LOGOUT|EVENTS)#/.test(item.pk) && JSON.stringify(item).includes(id),
      )
      .map((item) => [item.pk.split("#")[0], shapeOf(item)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(kept(seeded.id)).toEqual(kept(review.id));
});

test(
  "with many times as many artifacts no screen sends, loads or renders more",
  async () => {
    await seedArtifacts(FEW_ARTIFACTS);
    const screens: Screen[] = [
      ["", "What was looked at"],
      ["/inventory", "Next page"],
      ["/connections", "Source host"],
    ];
    const found = await compare(orgAdminOf("Acme"), screens, () => seedArtifacts(MANY_ARTIFACTS));
    noteEach(found, "artifacts", MANY_ARTIFACTS, FEW_ARTIFACTS);
    await expectKeptCounts(suite.system);
  },
  LIMIT_MS,
);

test(
  "nor with many times as many reviews",
  async () => {
    const [first, second] = [await newFramework(), await newFramework()];
    const approvedId = each.pathOf(getReview).split("/").at(-1);
    await seedReviews(FEW_REVIEWS, first);
    // A normal test run measures every fourth screen. The others read lists that these read too.
    const screens = sampled<Screen>(
      [
        ["", "newest checkpoint", EIGHT_NAMED],
        ["/reviews?status=approved", "Next page"],
        ["/reviews?search=Ada", "Next page"],
        ["/reviews", "Next page"],
        ["/evidence/decisions", "Next page"],
        ["/setup", "What was changed here"],
        ["/audit", "Next page"],
        [`/reviews/${approvedId}`, "What happened"],
        [`/evidence?rule=${ruleOf(each.pathOf(getRule))}`, /wording/],
        [`/coverage?framework_id=${second.frameworkIds[0]}`, /rules? as a table/],
      ],
      4,
    );
    const found = await compare(platformAdmin, screens, () => seedReviews(MANY_REVIEWS, second));
    noteEach(found, "reviews", MANY_REVIEWS, FEW_REVIEWS);
  },
  LIMIT_MS,
);
