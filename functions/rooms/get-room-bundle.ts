import { bindRoom } from "#shared/edge/in-room.ts";
import { bundleFile } from "#shared/edge/reply.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { getBundle } from "#shared/use-cases/evidence/get-bundle.ts";
import { requireReview } from "#shared/use-cases/rooms/in-scope.ts";

export const handler = bindRoom(
  roomLinkRoutes.getRoomBundle,
  () => import("./page/room-page.ts"),
  async (room, call) => {
    const { id } = await requireReview(room, call.params.id);
    return bundleFile(await getBundle(id, undefined, room.words));
  },
  (call) => ({
    action: "room.bundle_downloaded",
    context: { review_id: call.params.id.toLowerCase() },
  }),
);
