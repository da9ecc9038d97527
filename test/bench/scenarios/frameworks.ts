import { commission, ruleText } from "#test/support/review-fixture.ts";
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
  getRule: async (system) => {
    const { frameworkId } = await commission(system);
    return () => system.admin("GET", `/admin/frameworks/${frameworkId}/rules/rule.a`);
  },
} satisfies Scenarios;
