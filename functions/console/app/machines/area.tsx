import { screens } from "../shell/screens.tsx";
import { MachineDetail } from "./detail.tsx";
import { EditMachine } from "./edit.tsx";
import { Machines } from "./list.tsx";
import { NewMachine } from "./new.tsx";

export const Area = screens(
  ["/machines", Machines],
  ["/machines/new", NewMachine],
  ["/machines/:id", MachineDetail],
  ["/machines/:id/edit", EditMachine],
);
