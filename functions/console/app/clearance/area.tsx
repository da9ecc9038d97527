import { screens } from "../shell/screens.tsx";
import { Ask } from "./ask.tsx";
import { pipelines } from "./pipelines.tsx";
import { AskSystems } from "./systems.tsx";
import { Workflow } from "./workflow.tsx";

export const Area = screens(
  ["/clearance", Ask],
  ["/clearance/systems", AskSystems, "askSystems"],
  ...pipelines,
  ["/clearance/workflow", Workflow, "listPipelines"],
);
