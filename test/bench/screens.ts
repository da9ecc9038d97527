import type { Browser, Page } from "playwright-core";
import { startBrowser } from "#test/support/browser.ts";
import { fillHalfYear } from "#test/support/half-year.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import type { ApiAnswer } from "#test/support/system.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import { inMs, type Row } from "./row.ts";
import { addMany, makeBooksOld } from "./seed-books.ts";
import { type Cost, once, plainPage, type Screen, signedIn } from "./visit-screen.ts";

const ROUNDS = pick(7, 3);
const MANY = { reviews: pick(100_000, 5_000), artifacts: pick(5_000, 500) };

type Name =
  | "Home"
  | "organisation's Home"
  | "Coverage"
  | "Evidence"
  | "queue"
  | "review"
  | "inventory"
  | "counsel's page";
/** What it costs in each system, and how the times of each round compare: the systems take turns. */
type Costs = Record<"small" | "full", Cost> & { ratio: number };

/**
 * The redesigned screens in an empty system, in the sample half year, and in the same with 100,000
 * reviews and 5,000 artifacts more.
 */
export async function screensRows(): Promise<Row[]> {
  const system = await startCountedSystem();
  const browser = await startBrowser();
  try {
    const empty = new Map<string, Cost>();
    await eachScreen(browser, system, emptyScreens, async (page, name, screen) => {
      const rounds = await inRounds(() => once(page, system, screen));
      empty.set(name, least(rounds));
    });
    await fillHalfYear(system);
    await makeBooksOld(system);
    await keepForLater(system);
    const screens = await screensOf(system);
    const turnTo = await addMany(system, MANY);
    await keepForLater(system);
    const rows: Row[] = [];
    await eachScreen(browser, system, screens, async (page, name, screen) => {
      const inSystem = async (isFull: boolean) => {
        turnTo(isFull);
        return once(page, system, screen);
      };
      const pairs = await inRounds(
        async () => [await inSystem(false), await inSystem(true)] as const,
      );
      const [small, full] = [least(pairs.map(([one]) => one)), least(pairs.map(([, one]) => one))];
      const ratio = median(pairs.map(([before, after]) => after.ms / before.ms));
      rows.push(...rowsOf(name, empty.get(name), { small, full, ratio }));
    });
    return rows;
  } finally {
    await browser.close();
    await system.close();
  }
}

/** What the hourly job keeps, so that no screen reads it again. */
const keepForLater = (system: CountedSystem) =>
  system.api()("POST", "/_local/schedules/coverage-months/run");

/** Each round anew; the first starts the functions and loads the screen's own script. */
async function inRounds<T>(round: () => Promise<T>): Promise<T[]> {
  await round();
  const found: T[] = [];
  for (let count = 0; count < ROUNDS; count += 1) found.push(await round());
  return found;
}

/** What it asks is the same each time; of the time, the least: other work only adds to it. */
const least = (rounds: readonly Cost[]): Cost => ({
  ...(rounds.at(-1) as Cost),
  ms: Math.min(...rounds.map(({ ms }) => ms)),
});

type Screens = Partial<Record<Name, Screen>>;

const platform = (path: string, complete: string): Screen => ({ who: "platform", path, complete });

/** What an empty system shows in their place: where to begin. */
const emptyScreens: Screens = {
  Home: platform("", ".begin, #do-next"),
  Coverage: platform("/coverage", ".empty"),
  Evidence: platform("/evidence", ".empty"),
  queue: platform("/reviews", ".empty"),
};

async function screensOf({ admin }: CountedSystem): Promise<Screens> {
  const get = async (path: string) => (await expectStatus(admin("GET", path), 200)).body;
  // The sample's own: evidence of what was added would not verify.
  const { items } = await get("/admin/rule-reviews?status=approved&framework_id=eu_ai_act&limit=1");
  const [{ id, rule_use_case_ids, counsel_id, framework_id }] = items;
  const rule = `${framework_id}/${rule_use_case_ids[0]}`;
  const link = await requested(
    admin("POST", "/admin/rule-reviews", { framework_id, counsel_id, rule_use_case_ids }),
  );
  return {
    Home: platform("", "#do-next"),
    "organisation's Home": { who: "organisation", path: "", complete: "#do-next" },
    inventory: { who: "organisation", path: "/inventory", complete: "[data-entry]" },
    Coverage: platform(`/coverage?framework_id=${framework_id}`, ".months polygon"),
    Evidence: platform(`/evidence?rule=${rule}`, ".proof .chain"),
    queue: platform("/reviews", "[data-entry]"),
    review: platform(`/reviews/${id}`, ".chain"),
    "counsel's page": { who: "counsel", path: link, complete: "article" },
  };
}

const requested = async (asked: Promise<ApiAnswer>): Promise<string> =>
  (await expectStatus(asked, 201)).body.magic_link_url;

async function eachScreen(
  browser: Browser,
  system: CountedSystem,
  screens: Screens,
  look: (page: Page, name: Name, screen: Screen) => Promise<void>,
): Promise<void> {
  for (const who of ["platform", "organisation", "counsel"] as const) {
    const own = Object.entries(screens).filter(([, screen]) => screen.who === who);
    if (own.length === 0) continue;
    const page =
      who === "counsel" ? await plainPage(browser) : await signedIn(browser, system, who);
    for (const [name, screen] of own) await look(page, name as Name, screen);
    await page.context().close();
  }
}

const texts = {
  time: ({ ms }: Cost) => inMs(ms),
  "what it asks": ({ requests, bytes, trips, units }: Cost) =>
    `${requests} requests, ${(bytes / 1000).toFixed(1)} KB, ${trips} trips, ${units} r`,
};

function rowsOf(name: Name, empty: Cost | undefined, { small, full, ratio }: Costs): Row[] {
  const row = (what: keyof typeof texts, ratio: number, more: Partial<Row> = {}): Row => {
    const text = texts[what];
    const inEmpty = empty === undefined ? "" : `, ${text(empty)} in an empty system`;
    const baseline = `${text(small)} in the sample half year${inEmpty}`;
    return { name: `${name}: ${what}`, value: text(full), baseline, ratio, ...more };
  };
  // A page of 25 systems beside the few of one organisation of the half year.
  const more = name === "inventory" ? { limit: 2 } : {};
  return [row("time", ratio), row("what it asks", full.units / small.units, more)];
}
