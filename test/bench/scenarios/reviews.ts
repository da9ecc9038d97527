import { stopRemindersUrl, tokenOf } from "#shared/domain/reviews/link-token.ts";
import { commission } from "#test/support/review-fixture.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import {
  type Asked,
  after,
  type ScenarioSystem,
  type Scenarios,
  saying,
  type Variants,
} from "./scenario.ts";

/** More than two pages of the audit trail. */
const TENANTS = 110;

const approved = { decision: "approved", comment: "Fine." };

/** A review whose link was mailed, and the token by which its mail stops reminders. */
async function requestByMail(system: ScenarioSystem) {
  const { frameworkId, ruleIds, counselId, email } = await commission(system);
  const { body: review } = await system.admin("POST", "/admin/rule-reviews", {
    framework_id: frameworkId,
    rule_use_case_ids: ruleIds,
    counsel_id: counselId,
    deliver: "mail",
  });
  const token = tokenOf(review.magic_link_url);
  const stopToken = stopRemindersUrl("http://any", token).split("/").at(-1) as string;
  return { review, email, stopToken };
}

const commissioned = (system: ScenarioSystem) => commission(system);

const ofReview = after(commissioned, ({ review }) => ({ params: { id: review.id } }));
const ofLink = (asked: Asked = {}) =>
  after(commissioned, ({ token }) => ({ params: { token }, ...asked }));

export const reviewScenarios = {
  createReview: after(commissioned, ({ frameworkId, ruleIds, counselId }) => ({
    body: { framework_id: frameworkId, rule_use_case_ids: ruleIds, counsel_id: counselId },
  })),
  countReviews: after(commissioned),
  listReviews: after(commissioned),
  listObjections: async (system) => {
    const { token } = await commission(system);
    const rule_verdicts = [{ use_case_id: "rule.a", verdict: "rejected", text: "No." }];
    await system.api()("POST", `/counsel/review/${token}/decide`, {
      decision: "approved_with_changes",
      rule_verdicts,
    });
    return {};
  },
  getReview: ofReview,
  cancelReview: ofReview,
  renewReviewLink: after(commissioned, ({ review }) => ({ params: { id: review.id }, body: {} })),
  openStopReminders: async (system) => () =>
    system.api()("GET", "/counsel/reminders/any", undefined, { accept: "text/html" }),
  delegateReview: after(
    (system) => commission(system, { mayDelegate: true }),
    ({ token }) => ({
      params: { token },
      body: { display_name: "Dr. Eva Recht", email: "eva@recht.example", reason: "Away." },
    }),
  ),
  stopReminders: after(requestByMail, ({ stopToken }) => ({
    params: { token: stopToken },
    body: { stop: true },
  })),
  runCourier: after(requestByMail),
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
  getReviewAudit: ofReview,
  openReview: ofLink(),
  summarizeReview: ofLink(),
  decideReview: ofLink({ body: approved }),
  verifySignature: async (system) => {
    const { token, review, email } = await commission(system);
    const { body } = await system.api()("POST", `/counsel/review/${token}/decide`, approved);
    return {
      body: {
        decision: body.decision,
        counsel_email: email,
        nonce: review.nonce,
        decided_at: body.decided_at,
        signature: body.decision_signature,
      },
    };
  },
  listAudit: after(commissioned, ({ review }) => ({ query: `resource_id=${review.id}` })),
  expireReviews: async (system) => {
    await commission(system, { expiryDays: 1 });
    await system.advance(2 * 86_400);
    return { says: { expired: 1 } };
  },
} satisfies Scenarios;

export const reviewVariants = {
  listAudit: {
    "a tenant's rows of one action": async (system) => {
      const tenants: TestTenant[] = [];
      for (let i = 0; i < TENANTS; i += 1) tenants.push(await newTenant(system));
      const query = `tenant_id=${tenants.at(-1)?.id}&action=tenant.created`;
      return { query, says: { next_cursor: null } };
    },
  },
} satisfies Variants;
