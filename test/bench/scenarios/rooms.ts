import { roomWithReview } from "#test/support/room-fixture.ts";
import { type Asked, after, type ScenarioSystem, type Scenarios } from "./scenario.ts";

type Room = Awaited<ReturnType<typeof roomWithReview>>;

const inRoom = (ask: (made: Room) => Asked) =>
  after((system: ScenarioSystem) => roomWithReview(system), ask);

/** A room in which questions may be asked. */
const openToQuestions = (system: ScenarioSystem) => roomWithReview(system, { may_ask: true });

/** The same, and one was asked. */
async function asked(system: ScenarioSystem) {
  const { room, token } = await openToQuestions(system);
  const { body } = await system.api()("POST", `/room/${token}/questions`, { text: "Why?" });
  return { room, question: body };
}

const ofRoom = inRoom(({ room }) => ({ params: { id: room.id } }));
const ofVisitor = inRoom(({ token }) => ({ params: { token } }));
const ofReview = inRoom(({ token, decided }) => ({ params: { token, id: decided.review.id } }));

export const roomScenarios = {
  createRoom: inRoom(({ decided }) => ({
    body: {
      title: "A regulator",
      framework_ids: [decided.frameworkId],
      counsel_ids: [decided.counselId],
      expires_in_days: 7,
    },
  })),
  listRooms: inRoom(() => ({})),
  getRoom: ofRoom,
  revokeRoom: ofRoom,
  getRoomAudit: ofRoom,
  listRoomFrameworks: ofVisitor,
  listRoomRules: ofVisitor,
  listRoomReviews: ofVisitor,
  getRoomRule: inRoom(({ token, decided }) => ({
    params: { token, framework_id: decided.frameworkId, use_case_id: "rule.a" },
  })),
  getRoomCoverage: inRoom(({ token, decided }) => ({
    params: { token },
    query: `framework_id=${decided.frameworkId}`,
  })),
  getRoomEvidence: ofReview,
  getRoomBundle: ofReview,
  getRoomCertificate: ofReview,
  exportRoom: ofVisitor,
  askInRoom: after(openToQuestions, ({ token }) => ({ params: { token }, body: { text: "Why?" } })),
  listAskedQuestions: after(openToQuestions, ({ token }) => ({ params: { token } })),
  listRoomQuestions: after(openToQuestions, ({ room }) => ({ params: { id: room.id } })),
  listOpenQuestions: after(asked),
  answerRoomQuestion: after(asked, ({ room, question }) => ({
    params: { id: room.id, question_id: question.id },
    body: { text: "Because." },
  })),
} satisfies Scenarios;
