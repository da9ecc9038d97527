import { screens } from "../shell/screens.tsx";
import { AllRuns } from "./all-runs.tsx";
import { Connect } from "./connect.tsx";
import { ConnectionDetail } from "./detail.tsx";
import { Connections } from "./list.tsx";
import { RunDetail } from "./run.tsx";

export const Area = screens(
  ["/connections", Connections],
  ["/connections/new", Connect, "createConnection"],
  ["/connections/runs", AllRuns, "listAllDiscoveryRuns"],
  ["/connections/runs/:id", RunDetail, "getDiscoveryRun"],
  ["/connections/:id", ConnectionDetail],
);
