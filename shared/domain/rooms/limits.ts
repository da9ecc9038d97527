import type { Rate } from "#shared/domain/limiter/rate.ts";

/** How many days a room stays open: the least and the most (contract, room.md). */
export const roomDays = { least: 1, most: 90 } as const;

/** The most frameworks that one room can show. */
export const MAX_FRAMEWORKS = 20;

/** The most counsel to whose decisions a room can be limited. */
export const MAX_COUNSEL = 100;

/** The most characters in a room's title. */
export const MAX_TITLE = 200;

/** The most characters in a visitor's question, and in its answer. */
export const MAX_QUESTION = 4000;

/** How many JSON requests one room takes, whether they are answered or refused. */
export const ROOM_REQUESTS: Rate = {
  name: "room_requests",
  most: 60,
  per: "minute",
  refusal: "This room takes no more requests in this minute.",
};

/** How many questions the visitors of a room can ask. */
export const ROOM_QUESTIONS: Rate = {
  name: "room_questions",
  most: 5,
  per: "minute",
  refusal: "This room takes five questions a minute. Wait for the next minute.",
};

/** The most questions of one room that can wait for an answer. */
export const MAX_OPEN_QUESTIONS = 20;

/** The length of a visit. The first answer after this many milliseconds counts as a new entry. */
export const VISIT_MS = 30 * 60 * 1000;

/** The most bundles in one part of an export; a part also ends at 4 MB. */
export const MAX_BUNDLES = 200;
