import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { type Call, callsText, totalUnits } from "./counting-proxy.ts";
import { median } from "./median.ts";
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

interface Measured {
  ms: number;
  calls: readonly Call[];
}

/** A system with that many reviews, and a commission of its own as the starting point. */
interface Grown {
  system: CountedSystem;
  home: Commissioned;
  platform: Seeded;
}

type Operation = (grown: Grown) => Promise<() => Promise<unknown>>;

/** What is measured: each prepares (not counted), then does one thing. */
const operations: Readonly<Record<string, Operation>> = {
  "request a review": async (grown) => () => anotherReview(grown),
  "open (first view)": async (grown) => {
    const { token } = await anotherReview(grown);
    return () => expectStatus(grown.system.api()("GET", `/counsel/review/${token}`), 200);
  },
  decide: async (grown) => {
    const { token } = await anotherReview(grown);
    const approved = { decision: "approved" };
    return () =>
      expectStatus(grown.system.api()("POST", `/counsel/review/${token}/decide`, approved), 200);
  },
  "queue page (50, all statuses)": async ({ system }) => get(system, "/admin/rule-reviews"),
  "queue page (50, pending)": async ({ system }) =>
    get(system, "/admin/rule-reviews?status=pending"),
  [`expiry job (${OVERDUE} overdue)`]: async ({ system, platform }) => {
    await seedOverdue(system.database.endpoint, OVERDUE, platform);
    const run = () => system.api()("POST", "/_local/schedules/expire-reviews/run");
    return async () => {
      const { body } = await run();
      if (body.expired !== OVERDUE) throw new Error(`The job expired ${body.expired}.`);
    };
  },
  "evidence of one request": async (grown) => {
    const { review } = await anotherReview(grown);
    return get(grown.system, `/admin/rule-reviews/${review.id}/evidence`);
  },
  "evidence search (20, by framework and date)": async ({ system, home }) => {
    const from = new Date(Date.now() - 400 * 86_400_000).toISOString();
    const query = `framework_id=${home.frameworkId}&decided_from=${from}&limit=20`;
    return get(system, `/admin/evidence?${query}`);
  },
  "rules page of a framework": async ({ system, home }) =>
    get(system, `/admin/frameworks/${home.frameworkId}/rules`),
  "one rule of a framework": async ({ system, home }) =>
    get(system, `/admin/frameworks/${home.frameworkId}/rules/${home.ruleIds[0]}`),
  "coverage of a framework": async ({ system, home }) =>
    get(system, `/admin/frameworks/${home.frameworkId}/coverage`),
  "enforcement of a framework": async ({ system, home }) =>
    get(system, `/admin/frameworks/${home.frameworkId}/enforcement`),
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
  "wording of a rule on a day": async ({ system, home }) => {
    const question = `use_case_id=${home.ruleIds[0]}&on=2999-12-31`;
    return get(system, `/admin/frameworks/${home.frameworkId}/wording?${question}`);
  },
  "one counsel": async ({ system, home }) => get(system, `/admin/counsel/${home.counselId}`),
};

const get = (system: CountedSystem, path: string) => () =>
  expectStatus(system.admin("GET", path), 200);

const anotherReview = ({ system, home }: Grown): Promise<Commissioned> =>
  requestReview(system, home);

/** The same operations on a small and a large table, alternating. */
export async function growthRows(): Promise<Row[]> {
  const small = await grow(SIZES.small);
  const large = await grow(SIZES.large);
  await importBooks(large.system, RULES - large.home.ruleIds.length);
  try {
    const rows: Row[] = [];
    for (const [name, operation] of Object.entries(operations)) {
      const seen = { small: [] as Measured[], large: [] as Measured[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const pair = { small: await once(operation, small), large: await once(operation, large) };
        // The first round is a warm-up: it starts the function.
        if (round === 0) continue;
        seen.small.push(pair.small);
        seen.large.push(pair.large);
      }
      rows.push(timeRow(name, seen), costRow(name, seen));
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

async function once(operation: Operation, grown: Grown): Promise<Measured> {
  const run = await operation(grown);
  grown.system.proxy.take();
  const startedAt = performance.now();
  await run();
  return { ms: performance.now() - startedAt, calls: grown.system.proxy.take() };
}

type Seen = Record<"small" | "large", readonly Measured[]>;

function timeRow(name: string, { small, large }: Seen): Row {
  const [before, after] = [small, large].map((runs) => median(runs.map(({ ms }) => ms)));
  const text = (ms = 0, count = 0) => `${ms.toFixed(1)} ms at ${count.toLocaleString("en")}`;
  return {
    name: `${name}: time`,
    value: text(after, SIZES.large),
    baseline: text(before, SIZES.small),
    ratio: median(large.map(({ ms }, round) => ms / (small[round]?.ms ?? Number.NaN))),
  };
}

function costRow(name: string, seen: Seen): Row {
  const unitsOf = ({ calls }: Measured) => totalUnits(calls).read + totalUnits(calls).write;
  const middle = (runs: readonly Measured[]) => {
    const units = median(runs.map(unitsOf));
    return runs.find((run) => unitsOf(run) === units) as Measured;
  };
  const [before, after] = [middle(seen.small), middle(seen.large)];
  return {
    name: `${name}: calls and units`,
    value: callsText(after.calls),
    baseline: callsText(before.calls),
    ratio: unitsOf(after) / unitsOf(before),
  };
}
