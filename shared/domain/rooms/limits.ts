import type { Rate } from "#shared/domain/limiter/rate.ts";

/** How many days a room stays open: the least and the most (contract, room.md). */
export const roomDays = { least: 1, most: 90 } as const;

/** Most frameworks that one room shows. */
export const MOST_FRAMEWORKS = 20;

/** Most counsel by whom a room's decisions can be narrowed. */
export const MOST_COUNSEL = 100;

/** Most characters of a room's title. */
export const MOST_TITLE = 200;

/** Most characters of a visitor's question, and of its answer. */
export const MOST_QUESTION = 4000;

/** JSON requests that one room takes, answered or refused. */
export const ROOM_REQUESTS: Rate = {
  name: "room_requests",
  most: 60,
  per: "minute",
  refusal: "This room takes no more requests in this minute.",
};

/** Questions that a room's visitors ask. */
export const ROOM_QUESTIONS: Rate = {
  name: "room_questions",
  most: 5,
  per: "minute",
  refusal: "This room takes five questions a minute. Wait for the next minute.",
};

/** Most questions of one room that wait for an answer. */
export const MOST_OPEN_QUESTIONS = 20;

/** A visit: the first answer after this many milliseconds is another entry. */
export const VISIT_MS = 30 * 60 * 1000;

/** Most bundles in one part of an export; it also ends at 4 MB. */
export const MOST_BUNDLES = 200;
