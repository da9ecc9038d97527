import { performance } from "node:perf_hooks";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import type { ApiAnswer } from "#test/support/system.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { callsText, sequentialTrips, totalUnits } from "./counting-proxy.ts";
import { median } from "./median.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const RULES = 500;
const AT_ONCE = 100;
const ROUNDS = pick(9, 3);

/** A book of 500 approved rules asked in one call, beside the coverage of the same book. */
export async function clearanceRows(): Promise<Row[]> {
  const system = await startCountedSystem({ WORKER_INVOKE_ENABLED: "false" });
  try {
    const rules = Array.from({ length: RULES }, (_, i) => ruleText(`rule.${i}`));
    const framework_id = await approvedBook(system, rules);
    const ask = (question: object) => () =>
      system.admin("POST", "/clearance", { framework_id, ...question });
    const coverage = await measured(system, () =>
      system.admin("GET", `/admin/frameworks/${framework_id}/coverage`),
    );
    const byWording = await measured(system, ask({ rules }));
    const use_case_ids = rules.map(({ use_case_id }) => use_case_id);
    const byId = await measured(system, ask({ use_case_ids }));
    const changed = rules.map((rule) => ({ ...rule, title: "Amended" }));
    const differing = await measured(system, ask({ rules: changed }));
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${framework_id}/rules`, { rules: changed }),
      200,
    );
    const drifted = await measured(system, () =>
      system.admin("GET", `/admin/frameworks/${framework_id}/coverage`),
    );
    const imported = await measured(system, ask({ use_case_ids }));
    return [
      ...rowsOf("by wording", byWording, coverage),
      ...rowsOf("by id", byId, coverage),
      ...rowsOf("by wording, all amended", differing, coverage),
      ...rowsOf("by id, all amended in the book", imported, drifted),
    ];
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

interface Measured {
  ms: number;
  calls: ReturnType<CountedSystem["proxy"]["take"]>;
}

async function measured(system: CountedSystem, once: () => Promise<ApiAnswer>): Promise<Measured> {
  const times: number[] = [];
  await expectStatus(once(), 200);
  for (let round = 0; round < ROUNDS; round += 1) {
    system.proxy.take();
    const startedAt = performance.now();
    await expectStatus(once(), 200);
    times.push(performance.now() - startedAt);
  }
  return { ms: median(times), calls: system.proxy.take() };
}

/** How much slower an answer may be than coverage, whose body is a fifth as long. */
const MOST_TIME = 6;

function rowsOf(how: string, asked: Measured, coverage: Measured): Row[] {
  const name = `${RULES} rules ${how}`;
  const [trips, base] = [asked, coverage].map(({ calls }) => sequentialTrips(calls)) as [
    number,
    number,
  ];
  const [units, baseUnits] = [asked, coverage].map(({ calls }) => totalUnits(calls).read) as [
    number,
    number,
  ];
  return [
    {
      name: `${name}: round trips`,
      value: `${trips} (${callsText(asked.calls)})`,
      baseline: `${base} (${callsText(coverage.calls)})`,
      ratio: trips / base,
    },
    {
      name: `${name}: read units`,
      value: units.toFixed(1),
      baseline: baseUnits.toFixed(1),
      ratio: units / baseUnits,
    },
    {
      name: `${name}: p50`,
      value: `${asked.ms.toFixed(0)} ms`,
      baseline: `${coverage.ms.toFixed(0)} ms`,
      ratio: asked.ms / coverage.ms,
      limit: MOST_TIME,
    },
  ];
}
