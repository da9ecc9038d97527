import { bindRoom } from "#shared/edge/in-room.ts";
import * as roomLinkRoutes from "#shared/routes/table/room-link.ts";
import { requireReview } from "#shared/use-cases/rooms/in-scope.ts";

export const handler = bindRoom(
  roomLinkRoutes.getRoomEvidence,
  () => import("./page/room-page.ts"),
  async (room, call) => {
    const { id } = await requireReview(room, call.params.id);
    // Loaded only if there is something to examine: the procedure is most of this function.
    const { getEvidence } = await import("#shared/use-cases/evidence/get-evidence.ts");
    return { status: 200 as const, body: await getEvidence(id, null, call.now, room.words) };
  },
  (call) => ({
    action: "room.evidence_read",
    context: { review_id: call.params.id.toLowerCase() },
  }),
);
