import { randomUUID } from "node:crypto";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { type Cost, type CountedSystem, costOf, startCountedSystem } from "./counted-system.ts";
import { callsText, totalUnits } from "./counting-proxy.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";
import { type Seeded, seedOverdue, seedYear } from "./seed-reviews.ts";

const SIZES = { small: pick(1_000, 200), large: pick(100_000, 5_000) };
const ROUNDS = pick(15, 5);
const OVERDUE = 20;
const FRAMEWORKS = 10;
const COUNSEL = 100;
/** The large platform has seven books with this many rules in all; the small one only its own. */
const BOOKS = 7;
const RULES = 5_000;
/** One import holds at most this many rules. */
const AT_ONCE = 500;

/** A system with that many reviews, and a commission of its own as the starting point. */
interface Grown {
  system: CountedSystem;
  home: Commissioned;
  platform: Seeded;
}

type Operation = (grown: Grown) => Promise<() => Promise<unknown>>;

const get =
  (path: (home: Commissioned) => string): Operation =>
  async ({ system, home }) =>
  () =>
    expectStatus(system.admin("GET", path(home)), 200);

/** A request to the link of a review that was just requested. */
const atLink =
  (method: string, below = "", body?: object): Operation =>
  async ({ system, home }) => {
    const { token } = await requestReview(system, home);
    return () => expectStatus(system.api()(method, `/counsel/review/${token}${below}`, body), 200);
  };

const ofBook = (below: string): Operation =>
  get(
    ({ frameworkId, ruleIds }) =>
      `/admin/frameworks/${frameworkId}/${below.replace("{rule}", ruleIds[0] ?? "")}`,
  );

/** What is measured: each prepares (not counted), then does one thing. */
const operations: Readonly<Record<string, Operation>> = {
  "request a review":
    async ({ system, home }) =>
    () =>
      requestReview(system, home),
  "open (first view)": atLink("GET"),
  decide: atLink("POST", "/decide", { decision: "approved" }),
  "queue page (50, all statuses)": get(() => "/admin/rule-reviews"),
  "queue page (50, pending)": get(() => "/admin/rule-reviews?status=pending"),
  [`expiry job (${OVERDUE} overdue)`]: async ({ system, platform }) => {
    await seedOverdue(system.database, OVERDUE, platform);
    return async () => {
      const { body } = await system.api()("POST", "/_local/schedules/expire-reviews/run");
      if (body.expired !== OVERDUE) throw new Error(`The job expired ${body.expired}.`);
    };
  },
  "evidence of one request": async (grown) => {
    const { review } = await requestReview(grown.system, grown.home);
    return get(() => `/admin/rule-reviews/${review.id}/evidence`)(grown);
  },
  "evidence search (20, by framework and date)": get(({ frameworkId }) => {
    const from = new Date(Date.now() - 400 * 86_400_000).toISOString();
    return `/admin/evidence?framework_id=${frameworkId}&decided_from=${from}&limit=20`;
  }),
  "rules page of a framework": ofBook("rules"),
  "one rule of a framework": ofBook("rules/{rule}"),
  "coverage of a framework": ofBook("coverage"),
  "enforcement of a framework": ofBook("enforcement"),
  "record an enforcement event": async ({ system, home }) => {
    const event = {
      id: `event-${randomUUID()}`,
      on: "2027-01-01",
      kind: "guidance",
      authority: "An authority",
      citation_url: "https://authority.example/1",
      note: "An event of the bench.",
    };
    const path = `/admin/frameworks/${home.frameworkId}/enforcement`;
    return () => expectStatus(system.admin("PUT", path, { events: [event] }), 200);
  },
  "wording of a rule on a day": ofBook("wording?use_case_id={rule}&on=2999-12-31"),
  "one counsel": get(({ counselId }) => `/admin/counsel/${counselId}`),
};

/** The same operations on a small and a large table, alternating. */
export async function growthRows(): Promise<Row[]> {
  const small = await grow(SIZES.small);
  const large = await grow(SIZES.large);
  await importBooks(large.system, RULES - large.home.ruleIds.length);
  const once = async (operation: Operation, grown: Grown): Promise<Cost> =>
    costOf(grown.system, await operation(grown));
  try {
    const rows: Row[] = [];
    for (const [name, operation] of Object.entries(operations)) {
      const pairs: [Cost, Cost][] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        pairs.push([await once(operation, small), await once(operation, large)]);
      }
      // The first round is a warm-up: it starts the function.
      rows.push(...rowsOf(name, pairs.slice(1)));
    }
    return rows;
  } finally {
    await Promise.all([small.system.close(), large.system.close()]);
  }
}

async function grow(count: number): Promise<Grown> {
  const system = await startCountedSystem();
  const home = await commission(system);
  const others = (length: number, prefix: string) =>
    Array.from({ length }, (_, i) => `${prefix}_${i}`);
  const platform = {
    frameworkIds: [home.frameworkId, ...others(FRAMEWORKS - 1, "framework")],
    counselIds: [home.counselId, ...others(COUNSEL - 1, "counsel")],
    ruleIds: home.ruleIds,
  };
  await seedYear(system.database, count, platform);
  return { system, home, platform };
}

/** Imports further books, as an admin would, with that many rules in all. */
async function importBooks(system: CountedSystem, count: number): Promise<void> {
  const perBook = Math.ceil(count / (BOOKS - 1));
  for (let book = 1; book < BOOKS; book += 1) {
    const path = `/admin/frameworks/bench_book_${book}`;
    await expectStatus(system.admin("PUT", path, { display_name: `Book ${book}` }), 200);
    const left = Math.min(perBook, count - (book - 1) * perBook);
    const rules = Array.from({ length: left }, (_, i) => ruleText(`rule.${book}.${i}`));
    for (let start = 0; start < rules.length; start += AT_ONCE) {
      const part = rules.slice(start, start + AT_ONCE);
      await expectStatus(system.admin("PUT", `${path}/rules`, { rules: part }), 200);
    }
  }
}

/** Time and units, each with what it was on the small table. */
function rowsOf(name: string, pairs: readonly (readonly [Cost, Cost])[]): Row[] {
  const text = (ms: readonly number[], count: number) =>
    `${median(ms).toFixed(1)} ms at ${count.toLocaleString("en")}`;
  const unitsOf = ({ calls }: Cost) => totalUnits(calls).read + totalUnits(calls).write;
  const middle = (runs: readonly Cost[]) => {
    const units = median(runs.map(unitsOf));
    return runs.find((run) => unitsOf(run) === units) as Cost;
  };
  const [small, large] = [pairs.map(([run]) => run), pairs.map(([, run]) => run)];
  const [before, after] = [middle(small), middle(large)];
  return [
    {
      name: `${name}: time`,
      value: text(
        large.map(({ ms }) => ms),
        SIZES.large,
      ),
      baseline: text(
        small.map(({ ms }) => ms),
        SIZES.small,
      ),
      ratio: median(pairs.map(([small, large]) => large.ms / small.ms)),
    },
    {
      name: `${name}: calls and units`,
      value: callsText(after.calls),
      baseline: callsText(before.calls),
      ratio: unitsOf(after) / unitsOf(before),
    },
  ];
}
