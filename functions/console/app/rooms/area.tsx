import { screens } from "../shell/screens.tsx";
import { RoomDetail } from "./detail.tsx";
import { Rooms } from "./list.tsx";
import { NewRoom } from "./new.tsx";

export const Area = screens(["/rooms", Rooms], ["/rooms/new", NewRoom], ["/rooms/:id", RoomDetail]);
