import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { RoomQuestion } from "#shared/domain/rooms/question.ts";
import { entity, insert, put } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { type Item, readRecord } from "./read.ts";
import { countAnswered } from "./rooms.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * ROOM#<room_id> / QUESTION#<id>   a question that a room's visitor asked, and its answer
 *
 * gsi1 those of one room · gsi2 those that nobody has answered, of every room;
 * sort key <asked_at>#<id>
 */

const questionKey = (roomId: string, id: string): Key => ({
  pk: `ROOM#${roomId}`,
  sk: `QUESTION#${id}`,
});
const ofRoom = (roomId: string): string => `ROOM_QUESTIONS#${roomId}`;
const OPEN = "ROOM_QUESTIONS#OPEN";

const questionEntity = entity<RoomQuestion>("question", {
  rule: null,
  review_id: null,
  answer: null,
  answered_at: null,
});
const questionOf = questionEntity.fromItem;

function questionItem(question: RoomQuestion): Item {
  const { id, room_id, asked_at, answered_at } = question;
  const asked = `${asked_at}#${id}`;
  return {
    ...questionKey(room_id, id),
    ...indexEntry("gsi1", ofRoom(room_id), asked),
    ...(answered_at === null ? indexEntry("gsi2", OPEN, asked) : {}),
    ...questionEntity.toItem(question),
  };
}

/** Stores a new question; part of the transaction that records the use. */
export const putQuestion = (question: RoomQuestion): Action => insert(questionItem(question));

export const getQuestion = (roomId: string, id: string): Promise<RoomQuestion | null> =>
  readRecord(questionKey(roomId, id), questionOf);

/** A page of the questions of a room, oldest first. */
export const pageOfQuestions = (roomId: string, paging: Paging): Promise<Page<RoomQuestion>> =>
  pageOf({ index: "gsi1", partitions: [ofRoom(roomId)] }, paging, questionOf);

/** A page of the questions that nobody has answered, of every room, oldest first. */
export const pageOfOpenQuestions = (paging: Paging): Promise<Page<RoomQuestion>> =>
  pageOf({ index: "gsi2", partitions: [OPEN] }, paging, questionOf);

/** Stores an answer with its row, if the question is still as `before`. */
export const answerQuestion = (
  before: RoomQuestion,
  after: RoomQuestion,
  row: AuditRow,
): Promise<Outcome> =>
  transact({
    question: put(questionItem(after), questionEntity.unchanged(before)),
    room: countAnswered(after.room_id),
    row: putLoggedRow(row),
  });
