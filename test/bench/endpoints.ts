import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { argued } from "./argued-trips.ts";
import { startCountedSystem } from "./counted-system.ts";
import { type Call, callsText, sequentialTrips } from "./counting-proxy.ts";
import type { Row } from "./row.ts";
import { type Outside, settingsFor, startOutside } from "./scenarios/outside.ts";
import { requestOf, type Scenario, type UnitId } from "./scenarios/request.ts";
import { scenarios, variants } from "./scenarios/scenarios.ts";
import { World } from "./scenarios/world.ts";

/** Long enough for concurrent calls to overlap even on a busy machine. */
const HOLD_MS = 40;
type Unit = FunctionUnit & { id: UnitId };

/** What a usual request needs: a read, and a write that depends on it. */
const ROUND_TRIPS = 2;
/** A tenant's first request to an instance looks the tenant up, to refuse a removed one. */
const OF_A_TENANT = 1;
/** An instance's first signed row needs the log's keys, or the certificates of rows it rests on. */
const OF_A_SIGNED_ROW = 1;
/** Functions whose round trips grow with the work to do, so that they have no limit. */
const unpromised: Partial<Record<UnitId, string>> = {
  discoveryWorker: "grows with the estate",
  sequenceLog: "grows with what waits",
  keepCoverageMonths: "grows with the books",
};

/**
 * DynamoDB round trips, calls and capacity units of one successful request to every function, each
 * in a new system, so that a scenario's result does not depend on earlier ones.
 */
export async function endpointsRows(): Promise<Row[]> {
  const { close, ...outside } = await startOutside();
  try {
    const rows: Row[] = [];
    const failed: unknown[] = [];
    for (const unit of functionUnits as readonly Unit[]) {
      const { id, needs } = unit;
      if (needs.table === undefined) {
        rows.push({ name: nameOf(id), value: "reads no table", baseline: "", ratio: Number.NaN });
        continue;
      }
      const asked = { "": scenarios[id] ?? {}, ...variants[id] };
      for (const [what, scenario] of Object.entries(asked)) {
        await measured(id, scenario, outside).then(
          (calls) => rows.push(rowOf(unit, what, calls)),
          (error: unknown) => failed.push(error),
        );
      }
    }
    // The other functions' rows say nothing about these, so the section counts as not measured.
    if (failed.length > 0) throw new AggregateError(failed, failed.map(messageOf).join("\n"));
    return rows;
  } finally {
    await close();
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messageOf(error.cause ?? "")}` : String(error);

const nameOf = (id: UnitId): string => {
  const route = allRoutes.find((entry) => entry.id === id);
  return route ? `${route.method} ${route.path}` : `job ${id}`;
};

function rowOf(unit: Unit, what: string, calls: readonly Call[]): Row {
  const { id } = unit;
  const name = what === "" ? nameOf(id) : `${nameOf(id)}, ${what}`;
  const trips = sequentialTrips(calls);
  const value = `${trips} ${trips === 1 ? "trip" : "trips"}, ${callsText(calls)}`;
  const grows = unpromised[id];
  if (grows !== undefined) return { name, value, baseline: grows, ratio: Number.NaN };
  const known = what === "" ? argued[id] : argued[`${id}, ${what}`];
  const { allowed, why } = known ?? { allowed: usualTrips(unit), why: "" };
  const baseline = why === "" ? `${allowed} trips` : `${allowed} trips: ${why}`;
  return { name, value, baseline, ratio: trips / allowed };
}

function usualTrips({ id, needs }: FunctionUnit): number {
  const access = allRoutes.find((route) => route.id === id)?.access;
  const ofTenant = access === "user" || access === "org" ? OF_A_TENANT : 0;
  return ROUND_TRIPS + ofTenant + (needs.rows === "write" ? OF_A_SIGNED_ROW : 0);
}

/** The calls of the function itself; others that run at the same time have their own rows. */
async function measured(id: UnitId, scenario: Scenario, outside: Outside): Promise<Call[]> {
  const counted = await startCountedSystem(settingsFor(outside));
  try {
    const send = await requestOf(id, scenario, new World({ ...counted, ...outside }));
    counted.proxy.take();
    counted.proxy.holdMs = HOLD_MS;
    await send();
    return counted.proxy.take().filter(({ caller }) => caller === id);
  } catch (error) {
    throw new Error(`The scenario of ${id} failed.`, { cause: error });
  } finally {
    await counted.close();
  }
}
