import { describe, expect, test } from "vitest";
import { sized } from "#test/support/full-size.ts";
import { commissionPanel } from "#test/support/panel-fixture.ts";
import {
  appointAnother,
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

// No test here waits for a mail.
const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });

type Asked = Pick<Commissioned, "frameworkId" | "ruleIds" | "counselId">;

/** Asks as the console does at first: only if no such request is open. */
const ask = ({ frameworkId, ruleIds, counselId }: Asked) =>
  system.admin("POST", "/admin/rule-reviews", {
    framework_id: frameworkId,
    rule_use_case_ids: ruleIds,
    counsel_id: counselId,
    again: false,
  });
const refusedFor = async (asked: Asked, openId: string) => {
  const { body } = await expectStatus(ask(asked), 409);
  expect(body).toMatchObject({ code: "already_requested", open_review_id: openId });
};
const cancel = (id: string) => system.admin("POST", `/admin/rule-reviews/${id}/cancel`);

describe("a request that is not meant to be made again", () => {
  test("is refused with the open request that contains every rule asked; of several, with the one that lasts longest", async () => {
    const given = await commission(system);
    await refusedFor(given, given.review.id);
    await refusedFor({ ...given, ruleIds: given.ruleIds.slice(1).reverse() }, given.review.id);
    const longer = await requestReview(system, { ...given, expiryDays: 30 });
    await refusedFor(given, longer.review.id);
    await expectStatus(cancel(longer.review.id), 200);
    await refusedFor(given, given.review.id);
    const path = `/admin/rule-reviews?counsel_id=${given.counselId}&status=pending`;
    expect((await system.admin("GET", path)).body.items).toHaveLength(1);
  });

  test("is made if no open one contains all the rules in their live wording", async () => {
    const given = await commission(system);
    const [a, b, c] = given.ruleIds as [string, string, string];
    const other = await appointAnother(system, given);
    await expectStatus(ask(other), 201);
    const few = await appointAnother(system, given);
    await requestReview(system, { ...few, ruleIds: [a, b] });
    await expectStatus(ask({ ...few, ruleIds: [a, b, c] }), 201);
    const rules = [a, b, c].map((id) => ruleText(id, { title: `Amended title of ${id}` }));
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${given.frameworkId}/rules`, { rules }),
      200,
    );
    const amended = await expectStatus(ask(given), 201);
    await refusedFor(given, amended.body.id);
  });

  test("is made once the open one was decided, withdrawn or has run out of time", async () => {
    const decided = await commission(system);
    const path = `/counsel/review/${decided.token}/decide`;
    await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
    await expectStatus(ask(decided), 201);
    const withdrawn = await commission(system);
    await expectStatus(cancel(withdrawn.review.id), 200);
    await expectStatus(ask(withdrawn), 201);
    const late = await commission(system, { expiryDays: 1 });
    await system.advance(2 * 86_400);
    await expectStatus(ask(late), 201);
  });

  test("is made to a counsel who is asked in a panel", async () => {
    const { members, frameworkId, ruleIds } = await commissionPanel(system);
    await expectStatus(ask({ frameworkId, ruleIds, counselId: members[0]?.counselId ?? "" }), 201);
  });

  test("is refused however many other requests are open on the rules", async () => {
    const given = await commission(system);
    for (let i = 0; i < 5; i += 1) {
      await requestReview(system, {
        ...(await appointAnother(system, given)),
        expiryDays: 30,
      });
    }
    await refusedFor(given, given.review.id);
  });

  test("is made only once if several callers ask at the same time", async () => {
    const given = await commission(system);
    await expectStatus(cancel(given.review.id), 200);
    const answers = await Promise.all(Array.from({ length: sized(20, 5) }, () => ask(given)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => !made.includes(one))) {
      expect([status, body.open_review_id]).toEqual([409, made[0]?.body.id]);
    }
  });
});

test("a request is made again unless the caller says otherwise", async () => {
  const given = await commission(system);
  const again = await requestReview(system, given);
  expect(again.review.id).not.toBe(given.review.id);
  const said = await requestReview(system, given, { again: true });
  expect(said.review).not.toHaveProperty("again");
  const wrong = await system.admin("POST", "/admin/rule-reviews", {
    framework_id: given.frameworkId,
    rule_use_case_ids: given.ruleIds,
    counsel_id: given.counselId,
    again: "no",
  });
  expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ path: "again" }]]);
});
