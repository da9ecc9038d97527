import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import {
  type Scenario,
  type ScenarioSystem,
  type Scenarios,
  saying,
  type Variants,
} from "./scenario.ts";

async function approve(system: ScenarioSystem, { token }: Commissioned): Promise<void> {
  const link = `/counsel/review/${token}`;
  await expectStatus(system.api()("GET", link), 200);
  const approved = { decision: "approved", comment: "Fine." };
  await expectStatus(system.api()("POST", `${link}/decide`, approved), 200);
}

async function decided(system: ScenarioSystem): Promise<Commissioned> {
  const commissioned = await commission(system);
  await approve(system, commissioned);
  return commissioned;
}

/** Edits one of the approved rules. */
async function edited(system: ScenarioSystem, { frameworkId }: Commissioned): Promise<void> {
  const rules = [ruleText("rule.a", { title: "Edited" }), ruleText("rule.b"), ruleText("rule.c")];
  await expectStatus(system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules }), 200);
}

const search = async (system: ScenarioSystem, query: (given: Commissioned) => string) => {
  const path = `/admin/evidence${query(await decided(system))}`;
  return () => saying(system.admin("GET", path), { next_cursor: null });
};

const coverageAsOf =
  (system: ScenarioSystem, { frameworkId }: Commissioned, at: string) =>
  () =>
    system.admin("GET", `/admin/frameworks/${frameworkId}/coverage?as_of=${at}`);

export const evidenceScenarios = {
  getEvidence: async (system) => {
    const { review } = await decided(system);
    return () => system.admin("GET", `/admin/rule-reviews/${review.id}/evidence`);
  },
  getBundle: async (system) => {
    const { review } = await decided(system);
    return () => system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`);
  },
  getCertificate: async (system) => {
    const { review } = await decided(system);
    return () => system.admin("GET", `/admin/rule-reviews/${review.id}/certificate.pdf`);
  },
  getVerifier: async (system) => () => system.api()("GET", "/evidence/verify-bundle.mjs"),
  searchEvidence: (system) => search(system, ({ frameworkId }) => `?framework_id=${frameworkId}`),
  getCoverage: async (system) => {
    const commissioned = await decided(system);
    await edited(system, commissioned);
    return () => system.admin("GET", `/admin/frameworks/${commissioned.frameworkId}/coverage`);
  },
  keepCoverageMonths: async (system) => {
    await decided(system);
    await system.advance(31 * 86_400);
    return () => keepMonths(system);
  },
} satisfies Scenarios;

const keepMonths = (system: ScenarioSystem) =>
  system.api()("POST", "/_local/schedules/coverage-months/run");

const keptMonths: Scenario = async (system) => {
  const { frameworkId } = await decided(system);
  await system.advance(31 * 86_400);
  await keepMonths(system);
  const admin = system.api(await system.token({ is_platform_admin: true }));
  const month = `${(await system.advance(0)).slice(0, 7)}-01T00:00:00.000Z`;
  const path = `/admin/frameworks/${frameworkId}/coverage?view=months&as_of=${month}`;
  return () => admin("GET", path);
};

const beforeEdit: Scenario = async (system) => {
  const commissioned = await decided(system);
  const then = await system.advance(60);
  await system.advance(60);
  await edited(system, commissioned);
  return coverageAsOf(system, commissioned, then);
};

const beforeNewerApproval: Scenario = async (system) => {
  const commissioned = await decided(system);
  await system.advance(60);
  await edited(system, commissioned);
  const then = await system.advance(60);
  await system.advance(60);
  await approve(system, await requestReview(system, commissioned));
  return coverageAsOf(system, commissioned, then);
};

/** A search by an e-mail that counsel got only after signing. */
const underFormerEmail: Scenario = async (system) => {
  const { counselId } = await decided(system);
  const email = "later@law.example";
  await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, { email }), 200);
  return () => system.admin("GET", `/admin/evidence?counsel_email=${email}`);
};

export const evidenceVariants = {
  searchEvidence: {
    "of all frameworks": (system) => search(system, () => ""),
    "by e-mail": (system) => search(system, ({ email }) => `?counsel_email=${email}`),
    "by an e-mail that was changed": underFormerEmail,
  },
  getCoverage: {
    "as of before an edit": beforeEdit,
    "as of before a newer approval": beforeNewerApproval,
    "months that are kept": keptMonths,
  },
} satisfies Variants;
