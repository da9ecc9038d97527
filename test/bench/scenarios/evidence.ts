import { expectStatus, requestReview } from "#test/support/review-fixture.ts";
import type { Scenario, Scenarios, Variants } from "./request.ts";
import { approve, type World } from "./world.ts";

const ids = ["rule.a", "rule.b", "rule.c"];

const cleared = { cleared: true };
const searched = (query: string) => ({ query, says: { next_cursor: null } });
const about = async (decided: World["decided"]) => ({
  framework_id: (await decided()).frameworkId,
  use_case_ids: ids,
});

/** Before an edit of a rule, and after it until a newer approval, if there is one. */
const asOf =
  (isApprovedAgain: boolean): Scenario =>
  async (world) => {
    const { system } = world;
    const given = await world.decided();
    const before = await system.advance(60);
    if (!isApprovedAgain) await system.advance(60);
    await world.putRules(ids);
    if (!isApprovedAgain) return { query: `as_of=${before}` };
    const then = await system.advance(60);
    await system.advance(60);
    await approve(system, await requestReview(system, given));
    return { query: `as_of=${then}` };
  };

/** What follows from decisions: evidence, rooms, clearance, the log. */
export const evidenceScenarios = {
  searchEvidence: async ({ decided }) => searched(`framework_id=${(await decided()).frameworkId}`),
  getCoverage: async (world) => {
    await world.decided();
    await world.putRules(ids);
    return {};
  },
  keepCoverageMonths: { after: "aMonthLater" },

  getRoomFile: async ({ system }) => {
    const { text } = await system.api()("GET", "/room/any-token");
    return { params: { name: /\/room-files\/([\w.-]+)/.exec(text)?.[1] ?? "" } };
  },
  createRoom: async ({ room }) => {
    const { decided } = await room();
    return {
      body: {
        title: "A regulator",
        framework_ids: [decided.frameworkId],
        counsel_ids: [decided.counselId],
        expires_in_days: 7,
      },
    };
  },
  listRooms: { after: "room" },
  getRoomCoverage: async ({ room }) => ({
    query: `framework_id=${(await room()).decided.frameworkId}`,
  }),
  askInRoom: { body: { text: "Why?" } },
  listOpenQuestions: { after: "question" },
  answerRoomQuestion: { body: { text: "Because." } },

  askClearance: async ({ decided }) => ({ body: await about(decided), says: cleared }),
  getClearance: async ({ decided }) => ({
    query: `framework_id=${(await decided()).frameworkId}&use_case_ids=${ids}`,
    says: cleared,
  }),
  putPipeline: async ({ pipeline }) => ({
    body: { ...(await pipeline()), display_name: "Renamed" },
  }),
  listPipelines: { after: "pipeline", says: { next_cursor: null } },
  getPipeline: { says: { id: "bench" } },
  askFromPipeline: async ({ decided, pipeline }) => {
    await pipeline();
    return { body: await about(decided), says: cleared };
  },
  getClearanceKeys: { after: "clearanceKey" },
  rotateClearanceKey: { after: "clearanceKey" },
  getLogConsistency: { after: "leaf", query: "from=1&to=2" },
  sequenceLog: { after: "book" },
} satisfies Scenarios;

export const evidenceVariants: Variants = {
  searchEvidence: {
    "of all frameworks": { after: "decided", ...searched("") },
    "by e-mail": async ({ decided }) => searched(`counsel_email=${(await decided()).email}`),
    "by an e-mail that was changed": async ({ system, decided }) => {
      // Counsel got it only after signing.
      const email = "later@law.example";
      const path = `/admin/counsel/${(await decided()).counselId}`;
      await expectStatus(system.admin("PATCH", path, { email }), 200);
      return { query: `counsel_email=${email}` };
    },
  },
  getCoverage: {
    "as of before an edit": asOf(false),
    "as of before a newer approval": asOf(true),
    "months that are kept": async ({ system, aMonthLater, ran }) => {
      await aMonthLater();
      await ran("coverage-months");
      const month = `${(await system.advance(0)).slice(0, 7)}-01T00:00:00.000Z`;
      const by = system.api(await system.token({ is_platform_admin: true }));
      return { by, query: `view=months&as_of=${month}` };
    },
  },
};
