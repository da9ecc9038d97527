import { functionUnits } from "../../infra/functions.ts";
import { allRoutes } from "../../shared/routes/index.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { type Call, callsText, sequentialTrips } from "./counting-proxy.ts";
import type { Row } from "./row.ts";
import { counselScenarios } from "./scenarios/counsel.ts";
import { frameworkScenarios } from "./scenarios/frameworks.ts";
import { reviewScenarios } from "./scenarios/reviews.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { serviceScenarios } from "./scenarios/service.ts";

/** Operation id → one request that succeeds; each area's in a file of its own. */
const scenarios: Readonly<Record<string, Scenario>> = {
  ...serviceScenarios,
  ...frameworkScenarios,
  ...counselScenarios,
  ...reviewScenarios,
};

/** Long enough that calls made side by side overlap on a busy machine too. */
const HOLD_MS = 40;
const ROUND_TRIPS = 2;
const moreRoundTrips: Readonly<Record<string, number>> = { createReview: 3 };

/** DynamoDB round trips, calls and capacity units of one successful request to every function. */
export async function endpointsRows(): Promise<Row[]> {
  const system = await startCountedSystem(HOLD_MS);
  try {
    const rows: Row[] = [];
    for (const { id } of functionUnits) rows.push(await rowOf(id, system));
    return rows;
  } finally {
    await system.close();
  }
}

async function rowOf(id: string, system: CountedSystem): Promise<Row> {
  const scenario = scenarios[id];
  const route = allRoutes.find((entry) => entry.id === id);
  const name = route ? `${route.method} ${route.path}` : `job ${id}`;
  if (scenario === undefined) {
    return { name, value: "no scenario", baseline: "", ratio: Number.NaN };
  }
  const calls = await measured(scenario, system);
  const trips = sequentialTrips(calls);
  const allowed = moreRoundTrips[id] ?? ROUND_TRIPS;
  return {
    name,
    value: `${trips} ${trips === 1 ? "trip" : "trips"}, ${callsText(calls)}`,
    baseline: `${allowed} trips`,
    ratio: trips / allowed,
  };
}

async function measured(scenario: Scenario, system: CountedSystem): Promise<Call[]> {
  const send = await scenario(system);
  system.proxy.take();
  const { status, text } = await send();
  if (status >= 400) throw new Error(`A scenario was refused: ${status} ${text}`);
  return system.proxy.take();
}
