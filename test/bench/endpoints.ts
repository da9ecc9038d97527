import { functionUnits } from "#infra/functions.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { startCountedSystem } from "./counted-system.ts";
import { type Call, callsText, sequentialTrips } from "./counting-proxy.ts";
import type { Row } from "./row.ts";
import { type Outside, settingsFor, startOutside } from "./scenarios/outside.ts";
import { requestOf, type Scenario, type UnitId } from "./scenarios/request.ts";
import { scenarios, variants } from "./scenarios/scenarios.ts";
import { World } from "./scenarios/world.ts";

/** Long enough for concurrent calls to overlap even on a busy machine. */
const HOLD_MS = 40;
const ROUND_TRIPS = 2;
/** What its link leads to, the room, one request of its minute; and the row before the answer leaves. */
const AROUND_A_ROOM = 4;
const moreRoundTrips: Partial<Record<UnitId, number>> = {
  createReview: 3,
  // Record and rows, what they name, what the log proves of them; of a panel also its members first.
  getCertificate: 3,
  getPanelCertificate: 5,
  // The link and the rate before it; the request itself has its rows read as well.
  getCounselCertificate: 10,
  getCounselRequestFile: 3,
  getSignedCertificate: 7,
  // Record and files, the certificate's row and its writer; then the row, by a writer of its own.
  putSignedCertificate: 5,
  putCounselSignedCertificate: 5,
  // The link, its rows, the write.
  askInReview: 3,
  // Record and rows, who signed them, and the write with the mail that it promises.
  answerReviewQuestion: 5,
  // As answering, with counsel as signed, their mail, and what is open on the rules.
  extendReview: 8,
  listRoomFrameworks: AROUND_A_ROOM + 1,
  listRoomRules: AROUND_A_ROOM + 1,
  getRoomRule: AROUND_A_ROOM + 1,
  listAskedQuestions: AROUND_A_ROOM + 1,
  // What it is about; it is written with its row.
  askInRoom: AROUND_A_ROOM + 2,
  getRoomCoverage: AROUND_A_ROOM + 2,
  listRoomReviews: AROUND_A_ROOM + 2,
  // Whether the review is in scope, then what its evidence takes.
  getRoomEvidence: AROUND_A_ROOM + 4,
  getRoomBundle: AROUND_A_ROOM + 4,
  getRoomCertificate: AROUND_A_ROOM + 4,
  exportRoom: AROUND_A_ROOM + 4,
  // A token's owner is known only after a lookup; these run once per key.
  openKeyEnrolment: 3,
  enrolCounselKey: 3,
};
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
    for (const unit of functionUnits) {
      const id = unit.id as UnitId;
      const name = nameOf(id);
      const calls = await measured(id, scenarios[id] ?? {}, outside);
      rows.push(rowOf(id, name, calls, unpromised[id]));
      for (const [what, scenario] of Object.entries(variants[id] ?? {})) {
        rows.push(rowOf(id, `${name}, ${what}`, await measured(id, scenario, outside)));
      }
    }
    return rows;
  } finally {
    await close();
  }
}

const nameOf = (id: UnitId): string => {
  const route = allRoutes.find((entry) => entry.id === id);
  return route ? `${route.method} ${route.path}` : `job ${id}`;
};

function rowOf(id: UnitId, name: string, calls: readonly Call[], reason?: string): Row {
  const trips = sequentialTrips(calls);
  const value = `${trips} ${trips === 1 ? "trip" : "trips"}, ${callsText(calls)}`;
  if (reason !== undefined) return { name, value, baseline: reason, ratio: Number.NaN };
  const allowed = moreRoundTrips[id] ?? ROUND_TRIPS;
  return { name, value, baseline: `${allowed} trips`, ratio: trips / allowed };
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
