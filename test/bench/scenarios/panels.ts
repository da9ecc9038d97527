import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { ruleText } from "#test/support/review-fixture.ts";
import { type Scenarios, saying, type Variants } from "./scenario.ts";

const hundredRules = () =>
  Array.from({ length: 100 }, (_, i) => ruleText(`rule.${String(i).padStart(3, "0")}`));

export const panelScenarios = {
  createPanel: async (system) => {
    const { panel } = await commissionPanel(system);
    const request = {
      framework_id: panel.framework_id,
      rule_use_case_ids: panel.rule_use_case_ids,
      counsel_ids: panel.members.map(({ counsel_id }: { counsel_id: string }) => counsel_id),
      need: 2,
      on_reject: "ends",
    };
    return () => system.admin("POST", "/admin/review-panels", request);
  },
  listPanels: async (system) => {
    await commissionPanel(system);
    return () => system.admin("GET", "/admin/review-panels");
  },
  getPanel: async (system) => {
    const { panel } = await commissionPanel(system);
    return () => system.admin("GET", `/admin/review-panels/${panel.id}`);
  },
  cancelPanel: async (system) => {
    const { panel } = await commissionPanel(system);
    return () => system.admin("POST", `/admin/review-panels/${panel.id}/cancel`);
  },
  getPanelAudit: async (system) => {
    const { panel } = await commissionPanel(system);
    return () => system.admin("GET", `/admin/review-panels/${panel.id}/audit`);
  },
  getPanelBundle: async (system) => {
    const { panel } = await commissionPanel(system);
    return () => system.admin("GET", `/admin/review-panels/${panel.id}/bundle`);
  },
  getPanelCertificate: async (system) => {
    const { panel, members } = await commissionPanel(system);
    for (const member of members.slice(0, 2)) await vote(system, member, "approved");
    return () => system.admin("GET", `/admin/review-panels/${panel.id}/certificate.pdf`);
  },
} satisfies Scenarios;

export const panelVariants = {
  decideReview: {
    "in a panel, deciding nothing yet": async (system) => {
      const { members } = await commissionPanel(system);
      return () => saying(vote(system, members[0], "approved"), { decision: "approved" });
    },
    "in a panel of three, deciding it": async (system) => {
      const { members } = await commissionPanel(system);
      await vote(system, members[0], "approved");
      return () => saying(vote(system, members[1], "approved"), { decision: "approved" });
    },
    "in a panel of nine over 100 rules, deciding it": async (system) => {
      const { members } = await commissionPanel(system, {
        members: 9,
        need: 1,
        rules: hundredRules(),
      });
      return () => saying(vote(system, members[0], "approved"), { decision: "approved" });
    },
  },
} satisfies Variants;
