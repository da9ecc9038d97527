import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { type CommissionedPanel, commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { decidedReview, openRoom } from "#test/support/room-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog();

const rules = ["2", "3"].map((paragraph) =>
  ruleText(`art50.${paragraph}`, { citations: [{ label: `Article 50(${paragraph})` }] }),
);
const REASON = "The compliance team sees it";

/** A panel whose first member passed the request on; the delegate approved, another sent a rule back. */
async function splitPanel() {
  const given = await commissionPanel(system, { rules, members: 3, need: 2, may_delegate: true });
  const [first, second, third] = given.members;
  const eva = { display_name: "Dr. Eva Recht", email: `eva.${given.frameworkId}@recht.example` };
  await expectStatus(
    system.api()("POST", `/counsel/review/${first?.token}/delegate`, { ...eva, reason: REASON }),
    201,
  );
  const { body } = await system.admin(
    "GET",
    `/admin/rule-reviews?framework_id=${given.frameworkId}`,
  );
  const delegated = body.items.find((one: { delegated_from: string | null }) => one.delegated_from);
  const rows = await system.admin("GET", `/admin/rule-reviews/${delegated.id}/audit`);
  const token = rows.body.items[0].context.magic_link_url.split("/").at(-1);
  const delegate = { review: delegated, token, counselId: delegated.counsel_id, email: eva.email };
  await expectStatus(vote(system, delegate, "approved"), 200);
  await expectStatus(
    vote(system, second, "approved_with_changes", {
      rule_verdicts: [{ use_case_id: "art50.3", verdict: "changes_requested", text: "Not yet." }],
    }),
    200,
  );
  return { given, delegate, third };
}

const SPLIT =
  "One of 3 members of a panel; 2 approvals needed; the panel approved with changes (1 approved with changes, 1 sent back: Art. 50(3))";

async function paper(path: string): Promise<string> {
  const token = await system.token({ is_platform_admin: true });
  const answer = await fetch(`${system.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()), {
    mergePages: true,
  });
  return text.replaceAll(/\s/g, "");
}

const squeezed = (text: string): string => text.replaceAll(/\s/g, "");

const evidenceOf = async (id: string) =>
  (await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/evidence`), 200)).body;

const panelOf = ({ panel }: CommissionedPanel) => `/admin/review-panels/${panel.id}`;

test("evidence, room and both papers name the panel with its outcome, and who passed the request on; evidence says whether that counsel alone vouches now, papers whether they did then", async () => {
  const { given, delegate } = await splitPanel();
  const { id } = delegate.review;
  const { panel, delegation } = await evidenceOf(id);
  expect(panel).toMatchObject({
    id: given.panel.id,
    ...{ members: 3, need: 2, on_reject: "ends", status: "approved_with_changes" },
    outcomes: [
      { name: "Art. 50(2)", outcome: "approved_with_changes" },
      { name: "Art. 50(3)", outcome: "changes_requested" },
    ],
  });
  expect(delegation).toMatchObject({
    ...{ from: "Dr. member0", to: "Dr. Eva Recht", reason: REASON, vouched_by: "Dr. member0" },
  });
  const { visit } = await openRoom(system, { framework_ids: [given.frameworkId] });
  const { items } = (await visit("/reviews")).body;
  expect(items).toHaveLength(2);
  const shown = items.find((one: { id: string }) => one.id === id);
  expect([shown.panel, shown.delegation]).toEqual([panel, delegation]);
  expect(shown.rule_names).toEqual(["Art. 50(2)", "Art. 50(3)"]);
  const passed = `Dr. member0 passed this on to Dr. Eva Recht on ${dayText(delegation.at)}: '${REASON}'`;
  const vouched = "vouched for by Dr. member0, not confirmed by an admin";
  const own = await paper(`/admin/rule-reviews/${id}/certificate.pdf`);
  for (const said of [SPLIT, passed, vouched]) expect(own).toContain(squeezed(said));
  const ofPanel = await paper(`${panelOf(given)}/certificate.pdf`);
  expect(ofPanel).toContain(squeezed(`${passed}; ${vouched}`));
  expect(ofPanel).toContain(
    squeezed("the result: 1 approved with changes, 1 sent back: Art. 50(3)"),
  );

  await expectStatus(system.admin("POST", `/admin/counsel/${delegate.counselId}/confirm`), 200);
  expect((await evidenceOf(id)).delegation).toMatchObject({
    from: "Dr. member0",
    vouched_by: null,
  });
  // A paper says what was true when counsel decided, and stays as it is.
  expect(await paper(`/admin/rule-reviews/${id}/certificate.pdf`)).toBe(own);
});

test("a member's proof says that the panel is still deciding", async () => {
  const { members } = await commissionPanel(system, { rules, members: 3, need: 3 });
  await expectStatus(vote(system, members[0], "approved"), 200);
  const id = members[0]?.review.id;
  expect((await evidenceOf(id)).panel).toMatchObject({ status: "open", outcomes: [] });
  expect(await paper(`/admin/rule-reviews/${id}/certificate.pdf`)).toContain(
    squeezed("One of 3 members of a panel; 3 approvals needed; the panel is still deciding"),
  );
});

test("the counsel who passed a request on is named as they were then, even if they are renamed later", async () => {
  const { given, delegate } = await splitPanel();
  const before = (await evidenceOf(delegate.review.id)).delegation;
  const path = `/admin/counsel/${given.members[0]?.counselId}`;
  const renamed = { display_name: "Dr. Somebody Else" };
  await expectStatus(system.admin("PATCH", path, renamed), 200);
  expect((await evidenceOf(delegate.review.id)).delegation).toEqual(before);
  for (const at of [`/admin/rule-reviews/${delegate.review.id}`, panelOf(given)]) {
    const said = await paper(`${at}/certificate.pdf`);
    expect(said).toContain(squeezed("Dr. member0 passed this on to Dr. Eva Recht"));
    expect(said).not.toContain(squeezed(renamed.display_name));
  }
});

test("a decision without panel or delegation names neither", async () => {
  const { review } = await decidedReview(system);
  const evidence = await evidenceOf(review.id);
  expect(evidence).not.toHaveProperty("panel");
  expect(evidence).not.toHaveProperty("delegation");
});
