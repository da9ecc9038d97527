import { describe, expect, test } from "vitest";
import { commissionPanel, panelNow, registerCounsel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

// No test here waits for a mail.
const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });

const eva = { display_name: "Dr. Eva Recht", email: "Eva@Recht.example", reason: "On leave." };
const passOn = (token: string | undefined, body: unknown = eva) =>
  system.api()("POST", `/counsel/review/${token}/delegate`, body);
const open = (token: string | undefined) => system.api()("GET", `/counsel/review/${token}`);
const rowsOf = async (id: string) =>
  (await system.admin("GET", `/admin/rule-reviews/${id}/audit`)).body.items;

/** A request that may be passed on. */
const asked = () => commission(system, { mayDelegate: true });

/** The delegate's request, as the admin sees it, with the token of its link. */
async function delegatesOf(frameworkId: string, delegatorId: string) {
  const { body } = await system.admin("GET", `/admin/rule-reviews?framework_id=${frameworkId}`);
  const review = body.items.find(
    ({ delegated_from }: { delegated_from: string }) => delegated_from === delegatorId,
  );
  const [requested] = await rowsOf(review.id);
  return { review, requested, token: requested.context.magic_link_url.split("/").at(-1) };
}

describe("a request that is passed on", () => {
  test("goes to the delegate with what is left of its window, and both are named for ever", async () => {
    const { review, token, frameworkId, counselId, email } = await asked();
    const answer = await expectStatus(passOn(token), 201);
    expect(answer.body).toEqual({
      delegated_to: { display_name: eva.display_name, email: "eva@recht.example" },
    });
    expect((await open(token)).body.code).toBe("review_delegated");
    const theirs = await delegatesOf(frameworkId, review.id);
    expect(theirs.review).toMatchObject({
      status: "pending",
      expires_at: review.expires_at,
      rule_version_hash: review.rule_version_hash,
      requested_by_user_id: review.requested_by_user_id,
      may_delegate: null,
      counsel_display_name: eva.display_name,
    });
    const ended = (await rowsOf(review.id)).at(-1);
    expect(ended).toMatchObject({
      action: "rule_review.cancelled",
      actor_type: "system",
      context: {
        reason: "delegated",
        delegation_reason: eva.reason,
        delegated_to: { request_id: theirs.review.id, email: "eva@recht.example" },
      },
    });
    expect(theirs.requested).toMatchObject({
      actor_type: "system",
      context: {
        delegated_from: review.id,
        delegated_by: { counsel_id: counselId, email, row_hash: ended.row_hash },
      },
    });
    const delegate = await system.admin("GET", `/admin/counsel/${theirs.review.counsel_id}`);
    expect(delegate.body).toMatchObject({ vouched_by: counselId, framework_id: frameworkId });
    await expectStatus(open(theirs.token), 200);
    const decided = system.api()("POST", `/counsel/review/${theirs.token}/decide`, {
      decision: "approved",
    });
    await expectStatus(decided, 200);
    const evidence = await system.admin("GET", `/admin/rule-reviews/${theirs.review.id}/evidence`);
    const failed = evidence.body.checks.filter(
      ({ result }: { result: string }) => result === "fail",
    );
    expect(failed).toEqual([]);
    const bundle = await system.admin("GET", `/admin/rule-reviews/${theirs.review.id}/bundle`);
    expect(bundle.body.request.delegated_from).toBe(review.id);
    expect(bundle.body.audit[0].context.delegated_by.email).toBe(email);
    const coverage = await system.admin("GET", `/admin/frameworks/${frameworkId}/coverage`);
    for (const rule of coverage.body.rules) {
      expect(rule).toMatchObject({ status: "approved_live", review_id: theirs.review.id });
    }
  });

  test("goes to the newest active counsel with that e-mail, whose fields stay", async () => {
    const { review, token, frameworkId } = await asked();
    const known = await registerCounsel(system, frameworkId, "known");
    await expectStatus(passOn(token, { ...eva, email: known.email }), 201);
    const theirs = await delegatesOf(frameworkId, review.id);
    expect(theirs.review.counsel_id).toBe(known.id);
    expect((await system.admin("GET", `/admin/counsel/${known.id}`)).body).toMatchObject({
      display_name: "Dr. known",
      vouched_by: null,
    });
    const cancelled = system.admin("POST", `/admin/rule-reviews/${theirs.review.id}/cancel`);
    await expectStatus(cancelled, 200);
    const coverage = await system.admin("GET", `/admin/frameworks/${frameworkId}/coverage`);
    for (const rule of coverage.body.rules) expect(rule.status).toBe("never_reviewed");
  });

  test("cannot be passed on twice, nor where the admin did not allow it, nor once decided", async () => {
    const { review, token, frameworkId } = await asked();
    await expectStatus(passOn(token), 201);
    expect((await expectStatus(passOn(token), 410)).body.code).toBe("review_delegated");
    const theirs = await delegatesOf(frameworkId, review.id);
    const again = await expectStatus(passOn(theirs.token, { ...eva, email: "x@y.example" }), 409);
    expect(again.body.code).toBe("delegation_not_allowed");
    const plain = await commission(system);
    const refused = await expectStatus(passOn(plain.token), 409);
    expect(refused.body.code).toBe("delegation_not_allowed");
    const decided = await asked();
    const path = `/counsel/review/${decided.token}/decide`;
    await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
    expect((await expectStatus(passOn(decided.token), 409)).body.code).toBe("already_decided");
    expect((await passOn("unknown")).body.code).toBe("invalid_token");
  });

  test("is refused to oneself, without a reason, and to somebody without a key if one is needed", async () => {
    const { token, email, counselId } = await asked();
    const self = await expectStatus(passOn(token, { ...eva, email: email.toUpperCase() }), 422);
    expect(self.body.code).toBe("delegate_is_counsel");
    const silent = await expectStatus(passOn(token, { ...eva, reason: " " }), 400);
    expect(silent.body.errors).toMatchObject([{ path: "reason" }]);
    await expectStatus(
      system.admin("PATCH", `/admin/counsel/${counselId}`, { signing_policy: "key_required" }),
      200,
    );
    expect((await expectStatus(passOn(token), 422)).body.code).toBe("delegate_needs_key");
    await expectStatus(open(token), 200);
  });

  test("is mailed to the delegate if it was mailed, and reminds nobody else", async () => {
    const first = { ...(await commission(system)), mayDelegate: true };
    const { review, token, frameworkId } = await requestReview(system, first, { deliver: "mail" });
    await expectStatus(passOn(token), 201);
    const theirs = await delegatesOf(frameworkId, review.id);
    expect(theirs.review.mail).toMatchObject({ status: expect.stringMatching(/queued|sent/) });
  });

  test("keeps its place in a panel, in which nobody can become a member twice", async () => {
    const given = await commissionPanel(system, { may_delegate: true });
    const [first, second, third] = given.members;
    const doubled = await expectStatus(passOn(first?.token, { ...eva, email: second?.email }), 422);
    expect(doubled.body.code).toBe("delegate_in_panel");
    await expectStatus(passOn(first?.token), 201);
    const theirs = await delegatesOf(given.frameworkId, first?.review.id);
    expect((await panelNow(system, given)).members[0]).toMatchObject({
      review_id: theirs.review.id,
      counsel_display_name: eva.display_name,
      status: "pending",
    });
    const audit = await system.admin("GET", `/admin/review-panels/${given.panel.id}/audit`);
    expect(audit.body.items.at(-1)).toMatchObject({
      action: "review_panel.member_replaced",
      context: { from: { review_id: first?.review.id }, to: { review_id: theirs.review.id } },
    });
    await expectStatus(vote(system, { ...theirs, counselId: "", email: "" }, "approved"), 200);
    await expectStatus(vote(system, third, "approved"), 200);
    expect((await panelNow(system, given)).status).toBe("approved");
  });
});
