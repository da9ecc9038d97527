import type { WordsShown } from "#shared/domain/evidence/withhold.ts";
import type { RoomRecord } from "./room.ts";

/** The information for visitors about the room itself, besides what the room shows. */
export interface AboutRoom {
  title: string;
  /** ISO 8601 UTC. */
  expires_at: string;
  /** ISO 8601 UTC, inclusive; null: from the beginning. */
  decided_from: string | null;
  /** ISO 8601 UTC, exclusive; null: until now. */
  decided_to: string | null;
  /** The number of counsel whose decisions the room shows; null: anybody's. */
  counsel: number | null;
  /** Whether counsel's words are kept back. */
  words: WordsShown;
}

/** The header of the response with a room's books, whose body has the shape that an admin gets. */
export const ABOUT_ROOM = "room";

/** Percent-encoded JSON, since a header may contain only ASCII. */
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
