import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import {
  type Asked,
  after,
  alone,
  type Scenario,
  type ScenarioSystem,
  type Scenarios,
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

const ofReview = after(decided, ({ review }) => ({ params: { id: review.id } }));

const search = (query: (given: Commissioned) => string) =>
  after(decided, (given) => ({ query: query(given), says: { next_cursor: null } }));

const coverageAsOf = ({ frameworkId }: Commissioned, at: string): Asked => ({
  params: { framework_id: frameworkId },
  query: `as_of=${at}`,
});

async function aMonthAfter(system: ScenarioSystem): Promise<Commissioned> {
  const made = await decided(system);
  await system.advance(31 * 86_400);
  return made;
}

export const evidenceScenarios = {
  getEvidence: ofReview,
  getBundle: ofReview,
  getCertificate: ofReview,
  getVerifier: alone(),
  searchEvidence: search(({ frameworkId }) => `framework_id=${frameworkId}`),
  getCoverage: async (system) => {
    const commissioned = await decided(system);
    await edited(system, commissioned);
    return { params: { framework_id: commissioned.frameworkId } };
  },
  keepCoverageMonths: after(aMonthAfter),
} satisfies Scenarios;

const keptMonths: Scenario = async (system) => {
  const { frameworkId } = await aMonthAfter(system);
  await system.api()("POST", "/_local/schedules/coverage-months/run");
  const month = `${(await system.advance(0)).slice(0, 7)}-01T00:00:00.000Z`;
  return {
    by: system.api(await system.token({ is_platform_admin: true })),
    params: { framework_id: frameworkId },
    query: `view=months&as_of=${month}`,
  };
};

const beforeEdit: Scenario = async (system) => {
  const commissioned = await decided(system);
  const then = await system.advance(60);
  await system.advance(60);
  await edited(system, commissioned);
  return coverageAsOf(commissioned, then);
};

const beforeNewerApproval: Scenario = async (system) => {
  const commissioned = await decided(system);
  await system.advance(60);
  await edited(system, commissioned);
  const then = await system.advance(60);
  await system.advance(60);
  await approve(system, await requestReview(system, commissioned));
  return coverageAsOf(commissioned, then);
};

/** A search by an e-mail that counsel got only after signing. */
const underFormerEmail: Scenario = async (system) => {
  const { counselId } = await decided(system);
  const email = "later@law.example";
  await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, { email }), 200);
  return { query: `counsel_email=${email}` };
};

export const evidenceVariants = {
  searchEvidence: {
    "of all frameworks": search(() => ""),
    "by e-mail": search(({ email }) => `counsel_email=${email}`),
    "by an e-mail that was changed": underFormerEmail,
  },
  getCoverage: {
    "as of before an edit": beforeEdit,
    "as of before a newer approval": beforeNewerApproval,
    "months that are kept": keptMonths,
  },
} satisfies Variants;
