import { bindRoom } from "#shared/edge/in-room.ts";
import { certificateFile } from "#shared/edge/reply.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { getCertificate } from "#shared/use-cases/evidence/get-certificate.ts";
import { requireReview } from "#shared/use-cases/rooms/in-scope.ts";

export const handler = bindRoom(
  roomLinkRoutes.getRoomCertificate,
  () => import("./page/room-page.ts"),
  async (room, call) => {
    const { id } = await requireReview(room, call.params.id);
    return certificateFile(await getCertificate(id, "room", __dirname, call.now, room.words));
  },
  (call) => ({
    action: "room.certificate_downloaded",
    context: { review_id: call.params.id.toLowerCase() },
  }),
);
