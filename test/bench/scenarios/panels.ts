import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { ruleText } from "#test/support/review-fixture.ts";
import { after, type ScenarioSystem, type Scenarios, saying, type Variants } from "./scenario.ts";

const hundredRules = () =>
  Array.from({ length: 100 }, (_, i) => ruleText(`rule.${String(i).padStart(3, "0")}`));

const panelMade = (system: ScenarioSystem) => commissionPanel(system);

const ofPanel = after(panelMade, ({ panel }) => ({ params: { id: panel.id } }));

export const panelScenarios = {
  createPanel: after(panelMade, ({ panel }) => ({
    body: {
      framework_id: panel.framework_id,
      rule_use_case_ids: panel.rule_use_case_ids,
      counsel_ids: panel.members.map(({ counsel_id }: { counsel_id: string }) => counsel_id),
      need: 2,
      on_reject: "ends",
    },
  })),
  listPanels: after(panelMade),
  getPanel: ofPanel,
  cancelPanel: ofPanel,
  getPanelAudit: ofPanel,
  getPanelBundle: ofPanel,
  getPanelCertificate: async (system) => {
    const { panel, members } = await commissionPanel(system);
    for (const member of members.slice(0, 2)) await vote(system, member, "approved");
    return { params: { id: panel.id } };
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
