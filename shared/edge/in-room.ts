import { ABOUT_ROOM, aboutHeader } from "#shared/domain/rooms/about.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import {
  type EnteredRoom,
  enterRoom,
  recordUse,
  type Use,
} from "#shared/use-cases/rooms/enter-room.ts";
import { isPrefetch } from "./accept.ts";
import type { Guard } from "./call.ts";

interface Entered {
  /** null: a browser's prefetch. */
  guarded: EnteredRoom | null;
  headers: Readonly<Record<string, string>>;
  now: string;
}

/**
 * The guard of a room's JSON: the token before everything else, query and body included. null for a
 * browser's prefetch, which gets the page, reads nothing and counts for nothing.
 */
export const roomGuard =
  <R extends Route>(): Guard<R, EnteredRoom | null> =>
  async ({ path, headers, now }) =>
    isPrefetch(headers) ? null : enterRoom(path.token ?? "", now);

/** What the answer with a room's books tells of the room itself, beside a body of the admin's shape. */
export const aboutRoom = (room: EnteredRoom): Record<string, string> => ({
  [ABOUT_ROOM]: aboutHeader(room),
});

/** The same for what no browser prefetches. */
export const enteringGuard =
  <R extends Route>(): Guard<R, EnteredRoom> =>
  ({ path, now }) =>
    enterRoom(path.token ?? "", now);

/**
 * Answers a request for a room's JSON, and records that it was answered before the answer leaves; a
 * browser's prefetch gets the page, and leaves no trace.
 * @param loadPage the room's page, which no other request loads
 * @param answer what the room shows; it throws what it refuses, which is recorded nowhere
 * @param use what the visitor does beyond looking around
 */
export async function inRoom<T, P>(
  { guarded: room, headers, now }: Entered,
  loadPage: () => Promise<{ roomPage: (acceptEncoding?: string) => P }>,
  answer: (room: EnteredRoom) => Promise<T>,
  use: Use | null = null,
): Promise<T | P> {
  if (room === null) return (await loadPage()).roomPage(headers["accept-encoding"]);
  const reply = await answer(room);
  await recordUse(room, use, now);
  return reply;
}
