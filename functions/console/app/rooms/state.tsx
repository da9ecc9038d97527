import { Badge } from "../parts/basics.tsx";
import type { Item } from "../shell/client.ts";
import { t } from "./texts.ts";

export type Room = Item<"listRooms">;

/** Whether a room is open, by the clock of the answer. */
export const StateBadge = ({ of }: { of: Pick<Room, "status"> }) => (
  <Badge tone={of.status === "open" ? "sound" : "quiet"}>{t.statuses[of.status]}</Badge>
);
