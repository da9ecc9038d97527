import { screens } from "../shell/screens.tsx";
import { ArtifactDetail } from "./detail.tsx";
import { Inventory } from "./inventory.tsx";

export const Area = screens(["/inventory", Inventory], ["/inventory/:id", ArtifactDetail]);
