import * as fc from "fast-check";
import { command } from "../command.ts";
import { World } from "../world.ts";

const openRoom = command({
  weight: 1,
  asked: fc.record({}),
  async take(world) {
    const body = { title: "A regulator", framework_ids: [world.book], expires_in_days: 7 };
    const act = { act: "open a room", about: null };
    const attempt = await world.asAdmin(act, "POST", "/admin/rooms", body);
    if (attempt.status === 201) {
      const token = String(attempt.body.room_url).split("/").at(-1) as string;
      world.rooms.push({ id: attempt.body.room.id, token });
    }
    return attempt;
  },
});

const closeRoom = command({
  weight: 1,
  asked: fc.record({ which: fc.nat(5) }),
  take(world, { which }) {
    const room = World.pick(world.rooms, which);
    if (room === undefined) return null;
    const act = { act: "close the room", about: room.id };
    return world.asAdmin(act, "POST", `/admin/rooms/${room.id}/revoke`);
  },
});

/** A visitor exports all that the room shows. Checks at the end of the run say what that must be. */
const exportRoom = command({
  weight: 1,
  asked: fc.record({ which: fc.nat(5) }),
  take(world, { which }) {
    const room = World.pick(world.rooms, which);
    if (room === undefined) return null;
    const act = { act: "export the room", about: room.id };
    return world.asCounsel(act, "GET", `/room/${room.token}/export`);
  },
});

export const roomsCommands = { openRoom, closeRoom, exportRoom };
