import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import {
  type Cost,
  type CountedSystem,
  costOfRounds,
  startCountedSystem,
} from "./counted-system.ts";
import { callsText, readUnits } from "./counting-proxy.ts";
import { pick } from "./mode.ts";
import { inMs, type Row } from "./row.ts";
import { makeRulesOld, seedYear } from "./seed-reviews.ts";

const RULES = 500;
const REVIEWS = { few: 100, many: pick(10_000, 1_000) };
const ROUNDS = pick(7, 3);

/** Coverage of a framework with 500 rules, with a hundred and with 10,000 reviews. */
export async function evidenceRows(): Promise<Row[]> {
  const few = await framework(REVIEWS.few);
  const many = await framework(REVIEWS.many);
  try {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    return [
      await compare("coverage now", few, many, ""),
      await compare("coverage as of yesterday", few, many, `?as_of=${yesterday}`),
      await compareMonths(few, many),
    ];
  } finally {
    await Promise.all([few.system.close(), many.system.close()]);
  }
}

/** The months that Coverage shows of a book whose rules are years old. */
async function compareMonths(few: Framework, many: Framework): Promise<Row> {
  for (const { system, id } of [few, many]) {
    await makeRulesOld(system, id);
    await system.api()("POST", "/_local/schedules/coverage-months/run");
  }
  const month = `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  return compare("months", few, many, `?view=months&as_of=${month}`);
}

interface Framework {
  system: CountedSystem;
  id: string;
}

async function framework(reviews: number): Promise<Framework> {
  const system = await startCountedSystem();
  const rules = Array.from({ length: RULES }, (_, i) => ruleText(`rule.${i}`));
  const home = await commission(system, { rules: rules.slice(0, 3) });
  const path = `/admin/frameworks/${home.frameworkId}/rules`;
  await expectStatus(system.admin("PUT", path, { rules }), 200);
  await seedYear(system.database, reviews, {
    frameworkIds: [home.frameworkId],
    counselIds: [home.counselId],
    ruleIds: home.ruleIds,
  });
  return { system, id: home.frameworkId };
}

async function compare(name: string, few: Framework, many: Framework, query: string): Promise<Row> {
  const coverage = ({ system, id }: Framework) =>
    costOfRounds(system, ROUNDS, () =>
      system.admin("GET", `/admin/frameworks/${id}/coverage${query}`),
    );
  const [before, after] = [await coverage(few), await coverage(many)];
  const text = ({ ms, calls }: Cost) => `${inMs(ms)}, ${callsText(calls)}`;
  return {
    name: `${name}, ${REVIEWS.many.toLocaleString("en")} reviews`,
    value: text(after),
    baseline: `${text(before)} at ${REVIEWS.few}`,
    ratio: readUnits(after) / readUnits(before),
  };
}
