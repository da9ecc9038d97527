import { ABOUT_ROOM, aboutHeader } from "#shared/domain/rooms/about.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import {
  type EnteredRoom,
  enterRoom,
  recordUse,
  type Use,
} from "#shared/use-cases/rooms/enter-room.ts";
import { isPrefetch } from "./accept.ts";
import { bind } from "./bind.ts";
import { bindList } from "./bind-list.ts";
import type { Call, Guard } from "./call.ts";
import type { Reply } from "./reply.ts";

/**
 * The guard of a room's JSON. It checks the token before everything else, query and body included.
 * null: a browser's prefetch, which gets the page, reads nothing and is not counted.
 */
const roomGuard =
  <R extends Route>(): Guard<R, EnteredRoom | null> =>
  async ({ path, headers, now }) =>
    isPrefetch(headers) ? null : enterRoom(path.token ?? "", now);

/** The facts about the room that the answer with its books adds to a body of the admin's shape. */
export const aboutRoom = (room: EnteredRoom): Record<string, string> => ({
  [ABOUT_ROOM]: aboutHeader(room),
});

/** The same for requests that no browser prefetches. */
export const enteringGuard =
  <R extends Route>(): Guard<R, EnteredRoom> =>
  ({ path, now }) =>
    enterRoom(path.token ?? "", now);

type RoomCall<R extends Route> = Call<R, EnteredRoom | null>;

/** The functions behind a room's JSON and files. */
interface Shown<R extends Route> {
  /** Loads the room's page. Only a prefetch needs it. */
  loadPage: () => Promise<{ roomPage: (acceptEncoding?: string) => Reply<R> }>;
  /** It throws its refusals, and refusals are not recorded. */
  answer: (room: EnteredRoom, call: RoomCall<R>) => Promise<Reply<R>>;
  /** The visitor's action, if it is more than looking around. */
  use: (call: RoomCall<R>) => Use | null;
}

/**
 * Answers a request for a room's JSON, and records the answer before it is sent. A browser's prefetch
 * gets the page and is not recorded.
 */
async function shown<R extends Route>(
  call: RoomCall<R>,
  { loadPage, answer, use }: Shown<R>,
): Promise<Reply<R>> {
  const { guarded: room, headers, now } = call;
  if (room === null) return (await loadPage()).roomPage(headers["accept-encoding"]);
  const reply = await answer(room, call);
  await recordUse(room, use(call), now);
  return reply;
}

/** Binds a function that answers with a room's JSON or files. */
export const bindRoom = <R extends Route>(
  route: R,
  loadPage: Shown<R>["loadPage"],
  answer: Shown<R>["answer"],
  use: Shown<R>["use"] = () => null,
) => bind(route, roomGuard<R>())((call) => shown(call, { loadPage, answer, use }));

/** The same for a function that answers with pages. */
export const bindRoomList = <R extends Route>(
  route: R,
  loadPage: Shown<R>["loadPage"],
  answer: Shown<R>["answer"],
  use: Shown<R>["use"] = () => null,
) => bindList(route, roomGuard<R>())((call) => shown(call, { loadPage, answer, use }));
