import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, ruleText } from "#test/support/review-fixture.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import type { Scenario, Scenarios, Variants } from "./request.ts";
import { saying } from "./saying.ts";
import { DAY_SECONDS } from "./world.ts";

/** More than two pages of the audit trail. */
const TENANTS = 110;
const approved = { decision: "approved", comment: "Fine." };

/** Frameworks, counsel, their reviews and panels. */
export const reviewScenarios = {
  putFramework: { params: { framework_id: "bench_new" }, body: { display_name: "New" } },
  listFrameworks: { after: "book" },
  putRules: {
    body: {
      rules: [ruleText("rule.a", { title: "Edited" }), ruleText("rule.b"), ruleText("rule.d")],
    },
  },
  searchRules: { after: "book", query: "search=rule.a" },
  getWording: async ({ system, decided }) => {
    await decided();
    return { query: `use_case_id=rule.a&on=${await system.advance(1)}` };
  },
  createReReviews: async (world) => {
    await world.putRules(["rule.a", "rule.d"]);
    return { body: { counsel_id: (await world.book()).counselId } };
  },
  putEnforcement: {
    body: {
      events: [
        {
          id: "stay",
          on: "2027-01-01",
          kind: "stayed",
          authority: "A court",
          citation_url: "https://court.example/1",
          note: "Stayed.",
        },
      ],
    },
  },
  getCrosswalk: async ({ book }) => ({
    query: `framework_id=${(await book()).frameworkId}&use_case_id=rule.a`,
  }),

  createCounsel: async ({ book }) => {
    const framework_id = (await book()).frameworkId;
    return { body: { framework_id, display_name: "Ada", email: "ada@law.example" } };
  },
  listCounsel: async ({ book }) => ({
    query: `active=true&framework_id=${(await book()).frameworkId}`,
  }),
  editCounsel: { body: { email: "other@law.example" } },
  reactivateCounsel: async ({ system, book }) => {
    await system.admin("POST", `/admin/counsel/${(await book()).counselId}/deactivate`);
    return {};
  },
  enrolCounselKey: async ({ system, invitation }) => {
    const { body } = await system.api()("GET", `/counsel/key/${await invitation()}`);
    return { body: softwarePasskey(system.baseUrl).create(body) };
  },

  createReview: async ({ book }) => {
    const { frameworkId, ruleIds, counselId } = await book();
    return {
      body: { framework_id: frameworkId, rule_use_case_ids: ruleIds, counsel_id: counselId },
    };
  },
  countReviews: { after: "book" },
  listReviews: { after: "book" },
  listObjections: async ({ system, book }) => {
    const rule_verdicts = [{ use_case_id: "rule.a", verdict: "rejected", text: "No." }];
    const decision = { decision: "approved_with_changes", rule_verdicts };
    await system.api()("POST", `/counsel/review/${(await book()).token}/decide`, decision);
    return {};
  },
  renewReviewLink: { body: {} },
  decideReview: { body: approved },
  delegateReview: async ({ system }) => ({
    params: { token: (await commission(system, { mayDelegate: true })).token },
    body: { display_name: "Dr. Eva Recht", email: "eva@recht.example", reason: "Away." },
  }),
  openStopReminders:
    async ({ system }) =>
    () =>
      system.api()("GET", "/counsel/reminders/any", undefined, { accept: "text/html" }),
  stopReminders: { body: { stop: true } },
  runCourier: { after: "mailed" },
  receiveMailEvents: async ({ system, mailed }) => {
    const { review, email } = await mailed();
    const event = {
      event_bus_name: "default",
      account: "000000000000",
      source: "aws.ses",
      "detail-type": "Email Delivered",
      detail: { mail: { tags: { message: [`${review.id}.link.1`] }, destination: [email] } },
    };
    return () => saying(system.api()("POST", "/_local/events", event), { delivered: 1 });
  },
  verifySignature: async ({ system, book }) => {
    const { token, review, email } = await book();
    const { body } = await system.api()("POST", `/counsel/review/${token}/decide`, approved);
    const { decision, decided_at, decision_signature: signature } = body;
    const { nonce } = review;
    return { body: { decision, counsel_email: email, nonce, decided_at, signature } };
  },
  listAudit: async ({ book }) => ({ query: `resource_id=${(await book()).review.id}` }),
  expireReviews: async ({ system }) => {
    await commission(system, { expiryDays: 1 });
    await system.advance(2 * DAY_SECONDS);
    return { says: { expired: 1 } };
  },

  createPanel: async ({ panel: made }) => {
    const { panel, members } = await made();
    const { framework_id, rule_use_case_ids } = panel;
    const counsel_ids = members.map(({ counselId }) => counselId);
    return {
      body: { framework_id, rule_use_case_ids, counsel_ids, need: 2, on_reject: "ends" },
    };
  },
  listPanels: { after: "panel" },
  getPanelCertificate: async ({ system, panel }) => {
    for (const member of (await panel()).members.slice(0, 2)) {
      await vote(system, member, "approved");
    }
    return {};
  },
} satisfies Scenarios;

/** In a panel, over that many rules, before whose last vote some were given. */
const voting =
  (given: number, panel: Parameters<typeof commissionPanel>[1] = {}): Scenario =>
  async ({ system }) => {
    const { members } = await commissionPanel(system, panel);
    for (const member of members.slice(0, given)) await vote(system, member, "approved");
    return () => saying(vote(system, members[given], "approved"), { decision: "approved" });
  };

export const reviewVariants: Variants = {
  listAudit: {
    "a tenant's rows of one action": async ({ system }) => {
      const tenants: TestTenant[] = [];
      for (let i = 0; i < TENANTS; i += 1) tenants.push(await newTenant(system));
      const query = `tenant_id=${tenants.at(-1)?.id}&action=tenant.created`;
      return { query, says: { next_cursor: null } };
    },
  },
  decideReview: {
    "in a panel, deciding nothing yet": voting(0),
    "in a panel of three, deciding it": voting(1),
    "in a panel of nine over 100 rules, deciding it": voting(0, {
      members: 9,
      need: 1,
      rules: Array.from({ length: 100 }, (_, i) => ruleText(`rule.${String(i).padStart(3, "0")}`)),
    }),
  },
};
