import { PDF } from "@libpdf/core";
import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { instantText } from "#shared/domain/standing/day-text.ts";
import { type Auditor, auditorOf, type Bundle } from "#test/support/forge-bundle.ts";
import { type CommissionedPanel, commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { rewriteItem, takeBack } from "#test/support/table-attack.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;
let decided: Bundle;
let open: CommissionedPanel;

const bundleOf = async ({ panel }: CommissionedPanel): Promise<Bundle> =>
  (await expectStatus(system.admin("GET", `/admin/review-panels/${panel.id}/bundle`), 200)).body;

const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

beforeAll(async () => {
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
  await sequence();
  decided = await bundleOf(given);
  await auditor.copyLog();
});
afterAll(async () => {
  auditor.close();
});

const judge = (bundle: unknown) => auditor.run(JSON.stringify(bundle), auditor.options);

async function certificateOf(id: string) {
  const token = await system.token({ is_platform_admin: true });
  const answer = await fetch(`${system.baseUrl}/admin/review-panels/${id}/certificate.pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const squeezed = (text: string): string => text.replaceAll(/\s/g, "");

describe("a panel's certificate", () => {
  test("carries the panel's bundle byte for byte, prints result, members and row, and verifies", async () => {
    const { answer, bytes } = await certificateOf(decided.panel.id);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const attached = (await PDF.load(bytes)).getAttachment("bundle.json");
    expect(Buffer.from(attached ?? []).toString()).toBe(canonicalJson(decided));
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    const { panel, panel_audit, members } = decided;
    for (const value of [
      ...[panel.id, instantText(panel.created_at), instantText(panel.decided_at)],
      ...[panel.rule_version_hash, panel_audit.at(-1).row_hash],
      `Rule book ${panel.framework_id} Asked by ${panel_audit[0].actor_user_id} Asked`,
      `of ${panel.framework_id}, of whom`,
      ...members.flatMap(({ counsel }: Bundle) => [counsel.display_name, counsel.email]),
      ...Object.values<Bundle>(decided.rules).map((rule) => rule.suggested_verdict_copy),
    ]) {
      expect(squeezed(text)).toContain(squeezed(value));
    }
    await sequence();
    const log = ["--log", `${system.baseUrl}/evidence/log`];
    const options = [...auditor.keys.flatMap((key) => ["--key", key]), ...log];
    const { status, stdout } = await auditor.run(bytes, options);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`Panel       "${panel.id}"`)]);
    expect(stdout).toContain("These are the pages that the service drew");
    // Names that only the table holds are not on the paper.
    await rewriteItem(system, { pk: `PANEL#${panel.id}`, sk: "META" }, ({ panel: stored }) => {
      Object.assign(stored.called, { book: "Another title", requester: "other@example.com" });
    });
    const again = await certificateOf(panel.id);
    expect(again.bytes.equals(bytes)).toBe(true);
    await takeBack(system);
  });

  test("exists only for a panel with a result", async () => {
    const { answer, bytes } = await certificateOf(open.panel.id);
    expect([answer.status, JSON.parse(bytes.toString()).code]).toEqual([409, "review_not_decided"]);
    expect((await certificateOf("00000000-0000-4000-8000-000000000000")).answer.status).toBe(404);
  });
});

describe("a panel's bundle", () => {
  test("verifies offline as a whole, each member counted again", async () => {
    expect(decided).toMatchObject({ version: 1, panel: { status: "approved" } });
    const { status, stdout } = await judge(decided);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining("decisions were counted again"),
    });
    expect((await judge(await bundleOf(open))).status).toBe(0);
    expect((await auditor.run(JSON.stringify(decided), [])).status).toBe(3);
  });

  test("brings each counsel's rows as far as the log covers the rows of all members", async () => {
    const given = await commissionPanel(system);
    const [first, second] = given.members;
    const { counselId = "" } = first ?? {};
    await sequence();
    const firm = { firm: "Nova LLP" };
    await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, firm), 200);
    await sequence();
    await expectStatus(system.api()("GET", `/counsel/review/${second?.token}`), 200);
    await sequence();
    const log = ["--log", `${system.baseUrl}/evidence/log`];
    const options = [...auditor.keys.flatMap((key) => ["--key", key]), ...log];
    const { status, stdout } = await auditor.run(JSON.stringify(await bundleOf(given)), options);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.not.stringContaining("came after"),
    });
  });

  test.each<[string, (bundle: Bundle) => void, RegExp]>([
    [
      "another result",
      (b) => Object.assign(b.panel, { status: "rejected" }),
      /CHANGED +state_differs +.*status/,
    ],
    ["fewer needed", (b) => Object.assign(b.panel, { need: 1 }), /CHANGED +state_differs +.*need/],
    ["a member less", (b) => b.members.pop(), /CHANGED +state_differs +.*files/],
    ["a row less", (b) => b.panel_audit.pop(), /CHANGED +(log|row_missing|state_differs)/],
    [
      "an outcome changed in its row",
      (b) => Object.assign(b.panel_audit.at(-1).context.rules[0], { outcome: "rejected" }),
      /CHANGED +row_changed/,
    ],
    [
      "members at its end that are no list",
      (b) => Object.assign(b.panel_audit.at(-1).context, { members: {} }),
      /CHANGED +illegal_transition +.*its context is not that of such a row/,
    ],
    [
      "a member's decision changed",
      (b) => Object.assign(b.members[2].request, { status: "rejected" }),
      /CHANGED +state_differs +.*status/,
    ],
  ])("with %s is found", async (_, change, said) => {
    const forged = structuredClone(decided);
    change(forged);
    const { status, stdout } = await judge(forged);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(said) });
  });
});
