import { describe, expect, test } from "vitest";
import {
  type CommissionedPanel,
  commissionPanel,
  type Member,
  vote,
} from "#test/support/panel-fixture.ts";
import { decisionThatSays } from "#test/support/panel-model.ts";
import { expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

// No test here waits for a mail.
const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });

const open = (token: string | undefined) => system.api()("GET", `/counsel/review/${token}`);
const rules = ["a", "b", "c"].map((letter, i) =>
  ruleText(`rule.${letter}`, { citations: [{ label: `Article 50(${i + 1})` }] }),
);
const said = decisionThatSays(
  rules.map(({ use_case_id }) => use_case_id),
  ["approved", "rejected", "approved"],
);
const decide = (member: Pick<Member, "token"> | undefined) =>
  vote(system, member as Member, said.decision ?? "", said);
const asked = { members: 3, need: 2, on_reject: "ends" };
const result = {
  status: "approved_with_changes",
  outcomes: [
    { name: "Art. 50(1)", outcome: "approved" },
    { name: "Art. 50(2)", outcome: "rejected" },
    { name: "Art. 50(3)", outcome: "approved" },
  ],
};

/** No answer to a member names anybody else who is asked, or says how one of them voted. */
const namesNobodyElse = (
  { members }: CommissionedPanel,
  own: Member | undefined,
  body: unknown,
) => {
  const text = JSON.stringify(body);
  for (const other of members.filter((one) => one !== own)) {
    for (const hidden of [other.counselId, other.email, other.review.id]) {
      expect(text).not.toContain(hidden);
    }
  }
};

describe("a member of a panel is told", () => {
  test("how the panel counts from the beginning, and its outcome after its end, but never who voted how", async () => {
    const given = await commissionPanel(system, { rules });
    const [first, second, third] = given.members;
    for (const member of given.members) {
      const { body } = await expectStatus(open(member.token), 200);
      expect(body.panel).toEqual({ ...asked, status: "open", outcomes: [] });
      namesNobodyElse(given, member, body);
    }
    const early = (await expectStatus(decide(first), 200)).body;
    expect(early.panel).toEqual({ ...asked, status: "open", outcomes: [] });
    expect((await expectStatus(open(second?.token), 200)).body.panel).toEqual(early.panel);
    const last = (await expectStatus(vote(system, second, "approved"), 200)).body;
    expect(last.panel).toEqual({ ...asked, ...result });
    namesNobodyElse(given, second, last);
    const again = (await expectStatus(decide(first), 200)).body;
    expect(again.panel).toEqual(last.panel);
    expect((await expectStatus(open(first?.token), 200)).body.panel).toEqual(last.panel);
    const ended = await expectStatus(open(third?.token), 410);
    expect(ended.body).toMatchObject({ code: "panel_decided", panel: result });
    namesNobodyElse(given, third, ended.body);
  });

  test("the panel's outcome under a link that has lapsed, once the panel has ended", async () => {
    const given = await commissionPanel(system, { rules, expiry_days: 1, need: 3 });
    const [first] = given.members;
    const early = (await expectStatus(decide(first), 200)).body;
    await system.advance(2 * 86_400);
    const before = (await expectStatus(open(first?.token), 410)).body;
    expect(before.decided.panel).toEqual(early.panel);
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    const after = (await expectStatus(open(first?.token), 410)).body;
    expect(after.decided.panel).toEqual({
      ...{ ...asked, need: 3, status: "rejected" },
      outcomes: ["undecided", "rejected", "undecided"].map((outcome, i) => ({
        name: `Art. 50(${i + 1})`,
        outcome,
      })),
    });
    expect({ ...after.decided, panel: null }).toEqual({ ...before.decided, panel: null });
  });
});

test("a delegate is told who passed the request on, when and why, even once it has lapsed", async () => {
  const given = await commissionPanel(system, { rules, may_delegate: true });
  const [first] = given.members;
  const to = { display_name: "Dr. Anna Conti", email: "anna@conti.example", reason: "On leave." };
  const path = `/counsel/review/${first?.token}/delegate`;
  await expectStatus(system.api()("POST", path, to), 201);
  const { members } = (
    await expectStatus(system.admin("GET", `/admin/review-panels/${given.panel.id}`), 200)
  ).body;
  const rows = await system.admin("GET", `/admin/rule-reviews/${members[0].review_id}/audit`);
  const [requested] = rows.body.items;
  const token = requested.context.magic_link_url.split("/").at(-1);
  const delegation = {
    from: "Dr. member0",
    at: requested.created_at,
    reason: to.reason,
    vouched_by: "Dr. member0" as string | null,
  };
  expect((await expectStatus(open(token), 200)).body.delegation).toEqual(delegation);
  expect((await expectStatus(open(given.members[1]?.token), 200)).body).not.toHaveProperty(
    "delegation",
  );
  await expectStatus(decide({ token }), 200);
  const confirmed = `/admin/counsel/${members[0].counsel_id}/confirm`;
  await expectStatus(system.admin("POST", confirmed), 200);
  delegation.vouched_by = null;
  expect((await expectStatus(open(token), 200)).body.delegation).toEqual(delegation);
  await system.advance(20 * 86_400);
  expect((await expectStatus(open(token), 410)).body.decided.delegation).toEqual(delegation);
});
