import { screens } from "../shell/screens.tsx";
import { CounselDetail } from "./detail.tsx";
import { CounselList } from "./list.tsx";
import { Register } from "./register.tsx";

export const Area = screens(
  ["/counsel", CounselList],
  ["/counsel/new", Register],
  ["/counsel/:id", CounselDetail],
);
