import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { decidedReview } from "#test/support/room-fixture.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import { type Asked, after, alone, type ScenarioSystem, type Scenarios } from "./scenario.ts";

/** A request about a framework with rules. */
const ofBook = (asked: Asked = {}) =>
  after(
    (system: ScenarioSystem) => commission(system),
    ({ frameworkId }) => ({ ...asked, params: { framework_id: frameworkId, ...asked.params } }),
  );

export const frameworkScenarios = {
  putFramework: alone({ params: { framework_id: "bench_new" }, body: { display_name: "New" } }),
  listFrameworks: ofBook(),
  putRules: ofBook({
    body: {
      rules: [ruleText("rule.a", { title: "Edited" }), ruleText("rule.b"), ruleText("rule.d")],
    },
  }),
  listRules: ofBook(),
  searchRules: ofBook({ query: "search=rule.a" }),
  getWording: async (system) => {
    const { frameworkId } = await decidedReview(system);
    const on = await system.advance(1);
    return { params: { framework_id: frameworkId }, query: `use_case_id=rule.a&on=${on}` };
  },
  createReReviews: async (system) => {
    const { frameworkId, counselId } = await commission(system);
    const rules = [ruleText("rule.a", { title: "Edited" }), ruleText("rule.d")];
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules }),
      200,
    );
    return { params: { framework_id: frameworkId }, body: { counsel_id: counselId } };
  },
  getRule: ofBook({ params: { use_case_id: "rule.a" } }),
  putEnforcement: ofBook({
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
  }),
  getEnforcement: ofBook(),
  getCrosswalk: async (system) => {
    const { frameworkId } = await commission(system);
    const { member } = await newTenant(system);
    return { by: member, query: `framework_id=${frameworkId}&use_case_id=rule.a` };
  },
} satisfies Scenarios;
