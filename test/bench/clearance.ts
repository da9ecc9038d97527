import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import {
  type Cost,
  type CountedSystem,
  costOfRounds,
  startCountedSystem,
} from "./counted-system.ts";
import { callsText, readUnits, sequentialTrips } from "./counting-proxy.ts";
import { pick } from "./mode.ts";
import { compared, inMs, type Row } from "./row.ts";

const RULES = 500;
const AT_ONCE = 100;
const ROUNDS = pick(9, 3);

/** A book of 500 approved rules checked in one call, beside the coverage of the same book. */
export async function clearanceRows(): Promise<Row[]> {
  const system = await startCountedSystem({ WORKER_INVOKE_ENABLED: "false" });
  try {
    const rules = Array.from({ length: RULES }, (_, i) => ruleText(`rule.${i}`));
    const framework_id = await approvedBook(system, rules);
    const book = `/admin/frameworks/${framework_id}`;
    const coverage = () =>
      costOfRounds(system, ROUNDS, () => system.admin("GET", `${book}/coverage`));
    const asked = (question: object) =>
      costOfRounds(system, ROUNDS, () =>
        system.admin("POST", "/clearance", { framework_id, ...question }),
      );
    const use_case_ids = rules.map(({ use_case_id }) => use_case_id);
    const changed = rules.map((rule) => ({ ...rule, title: "Amended" }));
    const covered = await coverage();
    const rows = [
      ...rowsOf("by wording", await asked({ rules }), covered),
      ...rowsOf("by id", await asked({ use_case_ids }), covered),
      ...rowsOf("by wording, all amended", await asked({ rules: changed }), covered),
    ];
    await expectStatus(system.admin("PUT", `${book}/rules`, { rules: changed }), 200);
    const drifted = await coverage();
    const byId = await asked({ use_case_ids });
    return [...rows, ...rowsOf("by id, all amended in the book", byId, drifted)];
  } finally {
    await system.close();
  }
}

async function approvedBook(
  system: CountedSystem,
  rules: readonly ReturnType<typeof ruleText>[],
): Promise<string> {
  const home = await commission(system, { rules: rules.slice(0, 3) });
  const path = `/admin/frameworks/${home.frameworkId}/rules`;
  await expectStatus(system.admin("PUT", path, { rules }), 200);
  for (let from = 0; from < rules.length; from += AT_ONCE) {
    const ruleIds = rules.slice(from, from + AT_ONCE).map(({ use_case_id }) => use_case_id);
    const { token } = await requestReview(system, { ...home, ruleIds });
    const decide = `/counsel/review/${token}/decide`;
    await expectStatus(system.api()("POST", decide, { decision: "approved" }), 200);
  }
  await expectStatus(system.admin("POST", `/admin/rule-reviews/${home.review.id}/cancel`), 200);
  return home.frameworkId;
}

/** How much slower an answer may be than coverage, whose body is a fifth as long. */
const MAX_TIME = 6;

function rowsOf(how: string, asked: Cost, coverage: Cost): Row[] {
  const row = (
    what: string,
    figure: (cost: Cost) => number,
    text: (figure: number, cost: Cost) => string,
    more: Partial<Row> = {},
  ): Row =>
    compared(`${RULES} rules ${how}: ${what}`, String, figure(asked), figure(coverage), {
      value: text(figure(asked), asked),
      baseline: text(figure(coverage), coverage),
      ...more,
    });
  return [
    row(
      "round trips",
      ({ calls }) => sequentialTrips(calls),
      (trips, { calls }) => `${trips} (${callsText(calls)})`,
    ),
    row("read units", readUnits, (units) => units.toFixed(1)),
    row("p50", ({ ms }) => ms, inMs, { limit: MAX_TIME }),
  ];
}
