import type { Facts } from "#test/support/standing/facts.ts";
import type { Json, World } from "../world.ts";
import { differ } from "./differ.ts";

/** Every signed certificate that was accepted is kept, once. */
export async function signedCertificatesAreKept({ signed, read, name }: World): Promise<void> {
  for (const { request, sha256 } of signed) {
    const { items } = await read(`/admin/rule-reviews/${request}/signed-certificates`);
    const same = items.filter((one: Json) => one.sha256 === sha256);
    differ(`${name(request)}: the certificate that was handed in`, same.length, 1);
  }
}

/** A closed room lets nobody in; an open one exports every decision of its book, once. */
export async function roomsShowWhatIsTheirs(world: World, { requests }: Facts): Promise<void> {
  if (world.rooms.length === 0) return;
  const { items } = await world.read("/admin/rooms?limit=200");
  const decided = requests.filter(({ decision }) => decision !== null).map(({ id }) => id);
  for (const { id, token } of world.rooms) {
    const status = items.find((room: Json) => room.id === id)?.status;
    const visit = await world.asCounsel({ act: "visit", about: id }, "GET", `/room/${token}/info`);
    if (status === "revoked" && visit.status === 200)
      throw new Error("A closed room let somebody in.");
    if (visit.status !== 200) continue;
    const act = { act: "export the room", about: id };
    const { body } = await world.asCounsel(act, "GET", `/room/${token}/export`);
    const shown = body.bundles.map(({ request }: Json) => request.id);
    differ("what a room's export holds", shown.toSorted(), decided.toSorted());
  }
}
