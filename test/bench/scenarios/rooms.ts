import { roomWithReview } from "#test/support/room-fixture.ts";
import type { Scenarios } from "./scenario.ts";

export const roomScenarios = {
  createRoom: async (system) => {
    const { decided } = await roomWithReview(system);
    const order = {
      title: "A regulator",
      framework_ids: [decided.frameworkId],
      counsel_ids: [decided.counselId],
      expires_in_days: 7,
    };
    return () => system.admin("POST", "/admin/rooms", order);
  },
  listRooms: async (system) => {
    await roomWithReview(system);
    return () => system.admin("GET", "/admin/rooms");
  },
  getRoom: async (system) => {
    const { room } = await roomWithReview(system);
    return () => system.admin("GET", `/admin/rooms/${room.id}`);
  },
  revokeRoom: async (system) => {
    const { room } = await roomWithReview(system);
    return () => system.admin("POST", `/admin/rooms/${room.id}/revoke`);
  },
  getRoomAudit: async (system) => {
    const { room } = await roomWithReview(system);
    return () => system.admin("GET", `/admin/rooms/${room.id}/audit`);
  },
  listRoomFrameworks: async (system) => {
    const { visit } = await roomWithReview(system);
    return () => visit("/frameworks");
  },
  listRoomRules: async (system) => {
    const { visit } = await roomWithReview(system);
    return () => visit("/rules");
  },
  listRoomReviews: async (system) => {
    const { visit } = await roomWithReview(system);
    return () => visit("/reviews");
  },
  getRoomRule: async (system) => {
    const { visit, decided } = await roomWithReview(system);
    return () => visit(`/rules/${decided.frameworkId}/rule.a`);
  },
  getRoomCoverage: async (system) => {
    const { visit, decided } = await roomWithReview(system);
    return () => visit(`/coverage?framework_id=${decided.frameworkId}`);
  },
  getRoomEvidence: async (system) => {
    const { visit, decided } = await roomWithReview(system);
    return () => visit(`/reviews/${decided.review.id}/evidence`);
  },
  getRoomBundle: async (system) => {
    const { visit, decided } = await roomWithReview(system);
    return () => visit(`/reviews/${decided.review.id}/bundle`);
  },
  getRoomCertificate: async (system) => {
    const { visit, decided } = await roomWithReview(system);
    return () => visit(`/reviews/${decided.review.id}/certificate.pdf`);
  },
  exportRoom: async (system) => {
    const { visit } = await roomWithReview(system);
    return () => visit("/export");
  },
  askInRoom: async (system) => {
    const { token } = await roomWithReview(system, { may_ask: true });
    return () => system.api()("POST", `/room/${token}/questions`, { text: "Why?" });
  },
  listAskedQuestions: async (system) => {
    const { visit } = await roomWithReview(system, { may_ask: true });
    return () => visit("/questions");
  },
  listRoomQuestions: async (system) => {
    const { room } = await roomWithReview(system, { may_ask: true });
    return () => system.admin("GET", `/admin/rooms/${room.id}/questions`);
  },
  listOpenQuestions: async (system) => {
    const { token } = await roomWithReview(system, { may_ask: true });
    await system.api()("POST", `/room/${token}/questions`, { text: "Why?" });
    return () => system.admin("GET", "/admin/room-questions");
  },
  answerRoomQuestion: async (system) => {
    const { room, token } = await roomWithReview(system, { may_ask: true });
    const { body } = await system.api()("POST", `/room/${token}/questions`, { text: "Why?" });
    const path = `/admin/rooms/${room.id}/questions/${body.id}/answer`;
    return () => system.admin("POST", path, { text: "Because." });
  },
} satisfies Scenarios;
