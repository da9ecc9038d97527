import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import type { Scenarios } from "./scenario.ts";

export const frameworkScenarios = {
  putFramework: async (system) => () =>
    system.admin("PUT", "/admin/frameworks/bench_new", { display_name: "New" }),
  listFrameworks: async (system) => {
    await commission(system);
    return () => system.admin("GET", "/admin/frameworks");
  },
  putRules: async (system) => {
    const { frameworkId } = await commission(system);
    const rules = [ruleText("rule.a", { title: "Edited" }), ruleText("rule.b"), ruleText("rule.d")];
    return () => system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules });
  },
  listRules: async (system) => {
    const { frameworkId } = await commission(system);
    return () => system.admin("GET", `/admin/frameworks/${frameworkId}/rules`);
  },
  searchRules: async (system) => {
    await commission(system);
    return () => system.admin("GET", "/admin/rules?search=rule.a");
  },
  getWording: async (system) => {
    const { frameworkId, token } = await commission(system);
    const link = `/counsel/review/${token}/decide`;
    await expectStatus(system.api()("POST", link, { decision: "approved" }), 200);
    const on = await system.advance(1);
    const query = `use_case_id=rule.a&on=${on}`;
    return () => system.admin("GET", `/admin/frameworks/${frameworkId}/wording?${query}`);
  },
  createReReviews: async (system) => {
    const { frameworkId, counselId } = await commission(system);
    const rules = [ruleText("rule.a", { title: "Edited" }), ruleText("rule.d")];
    const path = `/admin/frameworks/${frameworkId}`;
    await expectStatus(system.admin("PUT", `${path}/rules`, { rules }), 200);
    return () => system.admin("POST", `${path}/re-reviews`, { counsel_id: counselId });
  },
  getRule: async (system) => {
    const { frameworkId } = await commission(system);
    return () => system.admin("GET", `/admin/frameworks/${frameworkId}/rules/rule.a`);
  },
  putEnforcement: async (system) => {
    const { frameworkId } = await commission(system);
    const event = { id: "stay", on: "2027-01-01", kind: "stayed" };
    const said = { authority: "A court", citation_url: "https://court.example/1", note: "Stayed." };
    return () =>
      system.admin("PUT", `/admin/frameworks/${frameworkId}/enforcement`, {
        events: [{ ...event, ...said }],
      });
  },
  getEnforcement: async (system) => {
    const { frameworkId } = await commission(system);
    return () => system.admin("GET", `/admin/frameworks/${frameworkId}/enforcement`);
  },
  getCrosswalk: async (system) => {
    const { frameworkId } = await commission(system);
    const { member } = await newTenant(system);
    return () =>
      member("GET", `/frameworks/crosswalk?framework_id=${frameworkId}&use_case_id=rule.a`);
  },
} satisfies Scenarios;
