import type { WordsShown } from "#shared/domain/evidence/withhold.ts";
import type { RoomRecord } from "./room.ts";

/** What a visitor is told of the room itself, besides what it shows. */
export interface AboutRoom {
  title: string;
  /** ISO 8601 UTC. */
  expires_at: string;
  /** ISO 8601 UTC, inclusive; null: from the beginning. */
  decided_from: string | null;
  /** ISO 8601 UTC, exclusive; null: to this day. */
  decided_to: string | null;
  /** How many counsel's decisions the room is limited to; null: whoever decided. */
  counsel: number | null;
  /** Whether counsel's words are kept back. */
  words: WordsShown;
}

/** The header of a room's books, whose body has the shape that an admin gets. */
export const ABOUT_ROOM = "room";

/** Percent-encoded JSON, since a header takes ASCII only. */
export const aboutHeader = (room: RoomRecord): string => {
  const { title, expires_at, decided_from, decided_to, counsel_ids, words } = room;
  const about: AboutRoom = {
    title: title.toWellFormed(),
    expires_at,
    decided_from,
    decided_to,
    counsel: counsel_ids?.length ?? null,
    words,
  };
  return encodeURIComponent(JSON.stringify(about));
};
