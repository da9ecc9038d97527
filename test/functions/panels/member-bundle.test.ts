import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Auditor, auditorOf, type Bundle } from "#test/support/forge-bundle.ts";
import { type CommissionedPanel, commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { decisionThatSays } from "#test/support/panel-model.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog();
const anna = {
  display_name: "Dr. Anna Conti",
  email: "anna@conti.example",
  reason: "The compliance team sees it.",
};
let auditor: Auditor;
/** A split panel whose first member passed the request on, and the delegate's request. */
let given: CommissionedPanel;
let delegateId: string;
let early: Bundle;
let theirs: Bundle;

const get = async (path: string) => (await expectStatus(system.admin("GET", path), 200)).body;
const bundleOf = (id: string): Promise<Bundle> => get(`/admin/rule-reviews/${id}/bundle`);

beforeAll(async () => {
  auditor = await auditorOf(system);
  given = await commissionPanel(system, { may_delegate: true });
  const [first, second] = given.members;
  const passed = system.api()("POST", `/counsel/review/${first?.token}/delegate`, anna);
  await expectStatus(passed, 201);
  const { members } = await get(`/admin/review-panels/${given.panel.id}`);
  delegateId = members[0].review_id;
  const { items } = await get(`/admin/rule-reviews/${delegateId}/audit`);
  const token = items[0].context.magic_link_url.split("/").at(-1);
  await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  const { decision = "", ...said } = decisionThatSays(given.ruleIds, [
    ...(["approved", "rejected", "approved"] as const),
  ]);
  await expectStatus(vote(system, { token } as never, decision, said), 200);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  early = await bundleOf(delegateId);
  await expectStatus(system.api()("GET", `/counsel/review/${second?.token}`), 200);
  await expectStatus(vote(system, second, "approved"), 200);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  theirs = await bundleOf(delegateId);
  await auditor.copyLog();
});
afterAll(async () => {
  auditor.close();
});

const judge = (bundle: Bundle) => auditor.run(JSON.stringify(bundle), auditor.options);

describe("a member's bundle", () => {
  test("contains the panel's rows, but not the other members", async () => {
    const rows = await get(`/admin/review-panels/${given.panel.id}/audit`);
    expect(theirs.panel_audit.map(({ row_hash }: Bundle) => row_hash)).toEqual(
      rows.items.map(({ row_hash }: Bundle) => row_hash),
    );
    expect(JSON.stringify(theirs)).not.toContain(given.members[1]?.email);
    expect(theirs.audit[0].context.delegated_by).toMatchObject({
      counsel_id: given.members[0]?.counselId,
      reason: { length: anna.reason.length },
    });
    const { status, stdout } = await judge(theirs);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining("RESULT: genuine"),
    });
    for (const said of [
      `"${given.panel.id}": One of 3 members of a panel; 2 approvals needed; the panel approved with changes (2 approved, 1 rejected: rule.b)`,
      "Dr. member0 passed this on to Dr. Anna Conti on ",
      `: '${anna.reason}'; vouched for by Dr. member0, not confirmed by an admin`,
    ]) {
      expect(stdout).toContain(said);
    }
  });

  test("saved before the panel ended, asks for a fresh one and is not called changed", async () => {
    const { status, stdout } = await judge(early);
    expect({ status, stdout }).toEqual({
      status: 3,
      stdout: expect.stringMatching(/NOT CHECKED +log .*gone on since/),
    });
  });

  test.each<[string, (bundle: Bundle) => void, RegExp]>([
    [
      "a row altered",
      (b) => Object.assign(b.panel_audit[0].context, { need: 1 }),
      /row_changed +review_panel.requested/,
    ],
    ["a row left out", (b) => b.panel_audit.splice(1, 1), /does not follow|proofs/],
    ["no rows", (b) => Object.assign(b, { panel_audit: null }), /panel are missing|proofs/],
    ["none at all", (b) => Object.assign(b, { panel_audit: [] }), /panel are missing/],
  ])("with the panel's rows changed is found: %s", async (_, alter, said) => {
    const forged = structuredClone(theirs);
    alter(forged);
    const { status, stdout } = await judge(forged);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(said) });
  });

  test("with another panel's rows, or with a panel's rows though it is in none, is found", async () => {
    const other = await bundleOf((await commissionPanel(system)).members[0]?.review.id);
    const alone = await bundleOf((await commission(system)).review.id);
    for (const [bundle, rows] of [
      [theirs, other.panel_audit],
      [alone, other.panel_audit],
    ]) {
      const forged = structuredClone(bundle);
      forged.panel_audit = rows;
      expect((await judge(forged)).status).toBe(1);
    }
  });
});
