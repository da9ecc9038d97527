import { stopRemindersUrl, tokenOf } from "#shared/domain/reviews/link-token.ts";
import { commission } from "#test/support/review-fixture.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { type Scenarios, saying, type Variants } from "./scenario.ts";

/** More than two pages of the audit trail. */
const TENANTS = 110;

const approved = { decision: "approved", comment: "Fine." };

/** A review whose link was mailed, and where its mail stops reminders. */
async function requestByMail(system: Parameters<typeof commission>[0]) {
  const { frameworkId, ruleIds, counselId, email } = await commission(system);
  const { body: review } = await system.admin("POST", "/admin/rule-reviews", {
    framework_id: frameworkId,
    rule_use_case_ids: ruleIds,
    counsel_id: counselId,
    deliver: "mail",
  });
  const token = tokenOf(review.magic_link_url);
  return { review, email, stopPath: new URL(stopRemindersUrl("http://any", token)).pathname };
}

export const reviewScenarios = {
  createReview: async (system) => {
    const { frameworkId, ruleIds, counselId } = await commission(system);
    const request = {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: counselId,
    };
    return () => system.admin("POST", "/admin/rule-reviews", request);
  },
  countReviews: async (system) => {
    await commission(system);
    return () => system.admin("GET", "/admin/rule-reviews/counts");
  },
  listReviews: async (system) => {
    await commission(system);
    return () => system.admin("GET", "/admin/rule-reviews");
  },
  listObjections: async (system) => {
    const { token } = await commission(system);
    const rule_verdicts = [{ use_case_id: "rule.a", verdict: "rejected", text: "No." }];
    await system.api()("POST", `/counsel/review/${token}/decide`, {
      decision: "approved_with_changes",
      rule_verdicts,
    });
    return () => system.admin("GET", "/admin/objections");
  },
  getReview: async (system) => {
    const { review } = await commission(system);
    return () => system.admin("GET", `/admin/rule-reviews/${review.id}`);
  },
  cancelReview: async (system) => {
    const { review } = await commission(system);
    return () => system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`);
  },
  renewReviewLink: async (system) => {
    const { review } = await commission(system);
    return () => system.admin("POST", `/admin/rule-reviews/${review.id}/link`, {});
  },
  openStopReminders: async (system) => () =>
    system.api()("GET", "/counsel/reminders/any", undefined, { accept: "text/html" }),
  delegateReview: async (system) => {
    const { frameworkId, ruleIds, counselId } = await commission(system);
    const { body } = await system.admin("POST", "/admin/rule-reviews", {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: counselId,
      may_delegate: true,
    });
    const path = new URL(body.magic_link_url).pathname;
    const to = { display_name: "Dr. Eva Recht", email: "eva@recht.example", reason: "Away." };
    return () => system.api()("POST", `${path}/delegate`, to);
  },
  stopReminders: async (system) => {
    const { stopPath } = await requestByMail(system);
    return () => system.api()("POST", stopPath, { stop: true });
  },
  runCourier: async (system) => {
    await requestByMail(system);
    return () => system.api()("POST", "/_local/schedules/courier/run");
  },
  receiveMailEvents: async (system) => {
    const { review, email } = await requestByMail(system);
    const event = {
      event_bus_name: "default",
      account: "000000000000",
      source: "aws.ses",
      "detail-type": "Email Delivered",
      detail: {
        mail: { tags: { message: [`${review.id}.link.1`] }, destination: [email] },
      },
    };
    return () => saying(system.api()("POST", "/_local/events", event), { delivered: 1 });
  },
  getReviewAudit: async (system) => {
    const { review } = await commission(system);
    return () => system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
  },
  openReview: async (system) => {
    const { token } = await commission(system);
    return () => system.api()("GET", `/counsel/review/${token}`);
  },
  summarizeReview: async (system) => {
    const { token } = await commission(system);
    return () => system.api()("GET", `/counsel/review/${token}/summary`);
  },
  decideReview: async (system) => {
    const { token } = await commission(system);
    return () => system.api()("POST", `/counsel/review/${token}/decide`, approved);
  },
  verifySignature: async (system) => {
    const { token, review, email } = await commission(system);
    const { body } = await system.api()("POST", `/counsel/review/${token}/decide`, approved);
    const fields = {
      decision: body.decision,
      counsel_email: email,
      nonce: review.nonce,
      decided_at: body.decided_at,
      signature: body.decision_signature,
    };
    return () => system.admin("POST", "/admin/signatures/verify", fields);
  },
  listAudit: async (system) => {
    const { review } = await commission(system);
    return () => system.admin("GET", `/admin/audit?resource_id=${review.id}`);
  },
  expireReviews: async (system) => {
    await commission(system, { expiryDays: 1 });
    await system.advance(2 * 86_400);
    return () =>
      saying(system.api()("POST", "/_local/schedules/expire-reviews/run"), { expired: 1 });
  },
} satisfies Scenarios;

export const reviewVariants = {
  listAudit: {
    "a tenant's rows of one action": async (system) => {
      const tenants: TestTenant[] = [];
      for (let i = 0; i < TENANTS; i += 1) tenants.push(await newTenant(system));
      const query = `tenant_id=${tenants.at(-1)?.id}&action=tenant.created`;
      return () => saying(system.admin("GET", `/admin/audit?${query}`), { next_cursor: null });
    },
  },
} satisfies Variants;
