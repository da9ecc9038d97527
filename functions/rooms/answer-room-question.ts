import { bind } from "#shared/edge/bind.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { answerRoomQuestion } from "#shared/use-cases/rooms/answer-room-question.ts";

export const handler = bind(roomRoutes.answerRoomQuestion)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await answerRoomQuestion({
      roomId: params.id,
      questionId: params.question_id,
      text: body.text,
      answeredBy: principal.userId,
      now,
    }),
  }),
);
