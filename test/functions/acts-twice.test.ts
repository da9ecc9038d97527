import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoutes, type OperationId } from "#shared/routes/table/all-routes.ts";
import { type Outside, settingsFor, startOutside } from "#test/bench/scenarios/outside.ts";
import { requestOf } from "#test/bench/scenarios/request.ts";
import { scenarios } from "#test/bench/scenarios/scenarios.ts";
import { World } from "#test/bench/scenarios/world.ts";
import { sampled } from "#test/support/full-size.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";

let outside: Outside;
let closeOutside: () => Promise<unknown>;
let system: TestSystem;
let clock = Date.now();
beforeAll(async () => {
  ({ close: closeOutside, ...outside } = await startOutside(() => clock));
  system = await startTestSystemWithLog({ settings: settingsFor(outside) });
});
afterAll(() => Promise.all([system.close(), closeOutside()]));

/** Operations that change something again when repeated: what the new change or record is. */
const eachTime: Partial<Record<OperationId, string>> = {
  createCounsel: "another counsel",
  createPanel: "another panel",
  createReview: "another request",
  createRoom: "another room",
  createTenant: "another tenant",
  createWebhookEndpoint: "another endpoint",
  createTenantWebhookEndpoint: "another endpoint",
  askInRoom: "another question",
  inviteCounselKey: "another invitation, which ends the one before",
  renewReviewLink: "another link, which ends the one before",
  rotateClearanceKey: "another key",
  rotateCloudbEventbusWebhookSecret: "another secret",
  rotateCounselReviewHmacSecret: "another secret",
  rotateSourcehostWebhookSecret: "another secret",
  rotateWebhookSecret: "another secret",
  rotateTenantWebhookSecret: "another secret",
  receiveEventbusWebhook: "another event",
  receiveSourcehostWebhook: "another delivery",
  patchTenantExtractor: "a credential that is sent takes the place of the one before, unread",
  setByoExtractor: "a credential that is sent takes the place of the one before, unread",
  testExtractorConnection: "the first seed's record of each test",
  exportRoom: "the record of each use of a room",
  getRoomBundle: "the record of each use of a room",
  getRoomCertificate: "the record of each use of a room",
  getRoomEvidence: "the record of each use of a room",
};

const reading = ["GET", "HEAD", "OPTIONS"];
/** What could write a row. Rotations come last, because they alter what others rely on. */
const acts = allRoutes
  .filter(({ method, needs }) => !reading.includes(method) || needs.table === "write")
  .map(({ id }) => id as OperationId)
  .toSorted((a, b) => Number(a.startsWith("rotate")) - Number(b.startsWith("rotate")));

describe("an act that is repeated writes no row unless it changes something again", () => {
  test.each(sampled(acts, 9))("%s", async (id) => {
    await system.api()("POST", "/_local/schedules/discovery-tick/run");
    const act = await requestOf(id, scenarios[id] ?? {}, new World({ ...system, ...outside }));
    await act();
    const from = await system.advance(1);
    clock = Date.parse(from);
    // The service may refuse it now, which changes nothing either.
    await act().catch((refusal: Error) => expect(refusal.message).toMatch(/was refused: 4\d\d/));
    const { items } = (await system.admin("GET", `/admin/audit?from=${from}&limit=200`)).body;
    const actions = items.map(({ action }: { action: string }) => action);
    expect([actions, actions.length > 0]).toEqual([actions, eachTime[id] !== undefined]);
  });
});
