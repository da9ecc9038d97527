import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import {
  asOperation,
  interleaved,
  keepLogLines,
  useEnvironmentOf,
} from "#test/support/in-process.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

/* Evidence is read in several steps. The handlers run in this process, and a row is committed in between. */
const system = suiteSystemWithLog({ settings: { WORKER_INVOKE_ENABLED: "false" } });

let auditor: Auditor;
let log: ReturnType<typeof keepLogLines>;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(() => auditor.close());
beforeEach(() => {
  useEnvironmentOf(system);
  log = keepLogLines();
});
afterEach(() => {
  log.end();
  vi.unstubAllEnvs();
});

const open = (token = "") => expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);

/** Runs `other` before the read of the rows of one resource, or of what waits of them, begins. */
const beforeRowsOf =
  (resource: string, kind = "AUDIT") =>
  ({ commandName, input }: { commandName: string; input: unknown }): boolean =>
    commandName === "QueryCommand" && JSON.stringify(input).includes(`"${kind}#${resource}`);

type Checks = { id: string; result: string; detail: string }[];
const failed = (checks: Checks) => checks.filter(({ result }) => result === "fail");
const differences = () => log.lines.filter(({ event }) => event === "evidence.state_differs");

test("the evidence of a request is of one moment, though counsel opened it while it was read", async () => {
  const { review, token } = await commission(system);
  asOperation("getEvidence");
  const { handler } = await import("#functions/evidence/get-evidence.ts");
  const { status, body } = await interleaved(
    () => callFunction(handler, { params: { id: review.id }, claims: asAdmin }),
    () => open(token),
    beforeRowsOf(`rule_review_request#${review.id}`),
  );
  expect([status, failed(body.checks), differences()]).toEqual([200, [], []]);
  expect(body.audit.at(-1).action).toBe("rule_review.viewed_by_counsel");
});

test("rows count as waiting for the log, and are not missed, though it took them while the evidence was read", async () => {
  const { review } = await commission(system);
  asOperation("getEvidence");
  const { handler } = await import("#functions/evidence/get-evidence.ts");
  const taken = () => expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const { status, body } = await interleaved(
    () => callFunction(handler, { params: { id: review.id }, claims: asAdmin }),
    taken,
    beforeRowsOf(`rule_review_request#${review.id}`, "LOGOUT#AUDIT"),
  );
  expect([status, failed(body.checks), differences()]).toEqual([200, [], []]);
  expect(body.checks.find(({ id }: { id: string }) => id === "log")).toMatchObject({
    result: "pending",
    detail: expect.stringContaining("2 of 2 rows"),
  });
});

test("the evidence of a member's request is of one moment, though the panel ended while it was read", async () => {
  const { members, panel } = await commissionPanel(system, { members: 2, need: 1 });
  const [first, second] = members;
  asOperation("getEvidence");
  const { handler } = await import("#functions/evidence/get-evidence.ts");
  const { status, body } = await interleaved(
    () => callFunction(handler, { params: { id: second?.review.id }, claims: asAdmin }),
    () => expectStatus(vote(system, first, "approved"), 200),
    beforeRowsOf(`review_panel#${panel.id}`),
  );
  expect([status, failed(body.checks), differences()]).toEqual([200, [], []]);
  expect(body.request.status).toBe("cancelled");
});

test("the bundle of a panel is of one moment, though a member ended it while it was read", async () => {
  const { members, panel } = await commissionPanel(system, { members: 2, need: 1 });
  const [first, second] = members;
  asOperation("getPanelBundle");
  const { handler } = await import("#functions/panels/get-panel-bundle.ts");
  const { status, body } = await interleaved(
    () => callFunction(handler, { params: { id: panel.id }, claims: asAdmin }),
    () => expectStatus(vote(system, first, "approved"), 200),
    beforeRowsOf(`rule_review_request#${second?.review.id}`),
  );
  expect([status, differences()]).toEqual([200, []]);
  const { stdout } = await auditor.run(JSON.stringify(body), auditor.options);
  expect(stdout).not.toMatch(/CHANGED/);
  expect(body.panel.status).toBe("approved");
});
