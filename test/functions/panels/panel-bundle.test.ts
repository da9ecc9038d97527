import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Auditor, auditorOf, type Bundle } from "#test/support/forge-bundle.ts";
import { type CommissionedPanel, commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";

let system: TestSystem;
let auditor: Auditor;
let decided: Bundle;
let open: CommissionedPanel;

const bundleOf = async ({ panel }: CommissionedPanel): Promise<Bundle> =>
  (await expectStatus(system.admin("GET", `/admin/review-panels/${panel.id}/bundle`), 200)).body;

beforeAll(async () => {
  system = await startTestSystemWithLog();
  auditor = await auditorOf(system);
  const given = await commissionPanel(system, { may_delegate: true });
  const to = { display_name: "Dr. Eva", email: "eva@recht.example", reason: "On leave." };
  const passed = system.api()("POST", `/counsel/review/${given.members[0]?.token}/delegate`, to);
  await expectStatus(passed, 201);
  for (const member of given.members.slice(1)) {
    await expectStatus(system.api()("GET", `/counsel/review/${member.token}`), 200);
    await expectStatus(vote(system, member, "approved"), 200);
  }
  open = await commissionPanel(system);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  decided = await bundleOf(given);
  await auditor.copyLog();
});
afterAll(async () => {
  auditor.close();
  await system.close();
});

const judge = (bundle: unknown) => auditor.run(JSON.stringify(bundle), auditor.options);

describe("a panel's bundle", () => {
  test("verifies offline as a whole, each member counted again", async () => {
    expect(decided).toMatchObject({ version: 1, panel: { status: "approved" } });
    const { status, stdout } = await judge(decided);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("Count") });
    expect((await judge(await bundleOf(open))).status).toBe(0);
    expect((await auditor.run(JSON.stringify(decided), [])).status).toBe(3);
  });

  test.each<[string, (bundle: Bundle) => void, RegExp]>([
    ["another result", (b) => Object.assign(b.panel, { status: "rejected" }), /CHANGED +Rows/],
    ["fewer needed", (b) => Object.assign(b.panel, { need: 1 }), /CHANGED +Members/],
    ["a member less", (b) => b.members.pop(), /CHANGED +Members/],
    ["a row less", (b) => b.panel_audit.pop(), /CHANGED +(Rows|Log)/],
    [
      "an outcome changed in its row",
      (b) => Object.assign(b.panel_audit.at(-1).context.rules[0], { outcome: "rejected" }),
      /CHANGED +Rows/,
    ],
    [
      "a member's decision changed",
      (b) => Object.assign(b.members[2].request, { status: "rejected" }),
      /CHANGED +Count/,
    ],
  ])("with %s is found", async (_, change, said) => {
    const forged = structuredClone(decided);
    change(forged);
    const { status, stdout } = await judge(forged);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(said) });
  });
});
