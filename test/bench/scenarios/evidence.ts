import {
  type Commissioned,
  commission,
  expectStatus,
  ruleText,
} from "../../support/review-fixture.ts";
import { type ScenarioSystem, type Scenarios, saying, type Variants } from "./scenario.ts";

async function decided(system: ScenarioSystem): Promise<Commissioned> {
  const commissioned = await commission(system);
  const link = `/counsel/review/${commissioned.token}`;
  await expectStatus(system.api()("GET", link), 200);
  const approved = { decision: "approved", comment: "Fine." };
  await expectStatus(system.api()("POST", `${link}/decide`, approved), 200);
  return commissioned;
}

/** One of the approved rules reads otherwise by now. */
async function edited(system: ScenarioSystem, { frameworkId }: Commissioned): Promise<void> {
  const rules = [ruleText("rule.a", { title: "Edited" }), ruleText("rule.b"), ruleText("rule.c")];
  await expectStatus(system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules }), 200);
}

const search = async (system: ScenarioSystem, query: (given: Commissioned) => string) => {
  const path = `/admin/evidence${query(await decided(system))}`;
  return () => saying(system.admin("GET", path), { next_cursor: null });
};

export const evidenceScenarios = {
  getEvidence: async (system) => {
    const { review } = await decided(system);
    return () => system.admin("GET", `/admin/rule-reviews/${review.id}/evidence`);
  },
  getBundle: async (system) => {
    const { review } = await decided(system);
    return () => system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`);
  },
  getVerifier: async (system) => () => system.api()("GET", "/evidence/verify-bundle.mjs"),
  searchEvidence: (system) => search(system, ({ frameworkId }) => `?framework_id=${frameworkId}`),
  getCoverage: async (system) => {
    const commissioned = await decided(system);
    await edited(system, commissioned);
    return () => system.admin("GET", `/admin/frameworks/${commissioned.frameworkId}/coverage`);
  },
} satisfies Scenarios;

export const evidenceVariants = {
  searchEvidence: {
    "of all frameworks": (system) => search(system, () => ""),
    "by e-mail": (system) => search(system, ({ email }) => `?counsel_email=${email}`),
  },
  getCoverage: {
    "as of before an edit": async (system) => {
      const commissioned = await decided(system);
      const then = await system.advance(60);
      await system.advance(60);
      await edited(system, commissioned);
      const path = `/admin/frameworks/${commissioned.frameworkId}/coverage?as_of=${then}`;
      return () => system.admin("GET", path);
    },
  },
} satisfies Variants;
