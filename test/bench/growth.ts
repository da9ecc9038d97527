import {
  type Commissioned,
  commission,
  expectStatus,
  ruleText,
} from "#test/support/review-fixture.ts";
import { type Cost, type CountedSystem, costOf, startCountedSystem } from "./counted-system.ts";
import { callsText, totalUnits } from "./counting-proxy.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";
import { requestOf, type Scenario, type UnitId } from "./scenarios/request.ts";
import { scenarios } from "./scenarios/scenarios.ts";
import { type ScenarioSystem, World } from "./scenarios/world.ts";
import { type Seeded, seedOverdue, seedYear } from "./seed-reviews.ts";

const SIZES = { small: pick(1_000, 200), large: pick(100_000, 5_000) };
const ROUNDS = pick(15, 5);
const OVERDUE = 20;
const FRAMEWORKS = 10;
const COUNSEL = 100;
/** The large platform has seven books with this many rules in all; the small one only its own. */
const BOOKS = 7;
const RULES = 5_000;
/** One import contains at most this many rules. */
const AT_ONCE = 500;

/** A system with that many reviews, and a commission of its own as the starting point. */
interface Grown {
  system: CountedSystem;
  home: Commissioned;
  platform: Seeded;
}

interface Operation {
  id: UnitId;
  scenario?: Scenario;
  /** Not counted. */
  before?: (grown: Grown) => Promise<void>;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const [YESTERDAY, YEAR_AGO] = [daysAgo(1), daysAgo(400)];

/** The measured operations. Each asks as in "DynamoDB per endpoint", about the home's rules. */
const operations: Readonly<Record<string, Operation>> = {
  "request a review": { id: "createReview" },
  "open (first view)": { id: "openReview" },
  decide: { id: "decideReview" },
  "queue page (50, all statuses)": { id: "listReviews" },
  "queue page (50, pending)": { id: "listReviews", scenario: { query: "status=pending" } },
  [`expiry job (${OVERDUE} overdue)`]: {
    id: "expireReviews",
    scenario: { says: { expired: OVERDUE } },
    before: ({ system, platform }) => seedOverdue(system.database, OVERDUE, platform),
  },
  "evidence of one request": { id: "getEvidence" },
  "evidence search (20, by framework and date)": {
    id: "searchEvidence",
    scenario: async ({ book }) => ({
      query: `framework_id=${(await book()).framework_id}&decided_from=${YEAR_AGO}&limit=20`,
    }),
  },
  "rules page of a framework": { id: "listRules" },
  "one rule of a framework": { id: "getRule" },
  "coverage of a framework": { id: "getCoverage", scenario: {} },
  "coverage as of yesterday": { id: "getCoverage", scenario: { query: `as_of=${YESTERDAY}` } },
  "enforcement of a framework": { id: "getEnforcement" },
  "record an enforcement event": { id: "putEnforcement" },
  "wording of a rule on a day": { id: "getWording" },
  "one counsel": { id: "getCounsel" },
};

/** The same operations on a small and a large table, alternating. */
export async function growthRows(): Promise<Row[]> {
  const small = await grow(SIZES.small);
  const large = await grow(SIZES.large);
  await importBooks(large.system, RULES - large.home.ruleIds.length);
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

async function once({ id, scenario, before }: Operation, grown: Grown): Promise<Cost> {
  await before?.(grown);
  // None of these operations asks an external platform.
  const world = new World(grown.system as CountedSystem & ScenarioSystem, grown.home);
  return costOf(grown.system, await requestOf(id, scenario ?? scenarios[id] ?? {}, world));
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

/** Time and units, each beside its value on the small table. */
function rowsOf(name: string, pairs: readonly (readonly [Cost, Cost])[]): Row[] {
  const unitsOf = ({ calls }: Cost) => totalUnits(calls).read + totalUnits(calls).write;
  const middle = (runs: readonly Cost[], count: number) => {
    const units = median(runs.map(unitsOf));
    return {
      units,
      calls: callsText(runs.find((run) => unitsOf(run) === units)?.calls ?? []),
      time: `${median(runs.map(({ ms }) => ms)).toFixed(1)} ms at ${count.toLocaleString("en")}`,
    };
  };
  const small = middle(
    pairs.map(([run]) => run),
    SIZES.small,
  );
  const large = middle(
    pairs.map(([, run]) => run),
    SIZES.large,
  );
  return [
    {
      name: `${name}: time`,
      value: large.time,
      baseline: small.time,
      ratio: median(pairs.map(([small, large]) => large.ms / small.ms)),
    },
    {
      name: `${name}: calls and units`,
      value: large.calls,
      baseline: small.calls,
      ratio: large.units / small.units,
    },
  ];
}
