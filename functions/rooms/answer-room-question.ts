import { bindBody } from "#shared/edge/bind.ts";
import * as roomRoutes from "#shared/routes/table/rooms.ts";
import { answerRoomQuestion } from "#shared/use-cases/rooms/answer-room-question.ts";

export const handler = bindBody(roomRoutes.answerRoomQuestion)(({ params, body, principal, now }) =>
  answerRoomQuestion({
    roomId: params.id,
    questionId: params.question_id,
    text: body.text,
    answeredBy: principal.userId,
    now,
  }),
);
