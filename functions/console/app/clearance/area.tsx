import { screens } from "../shell/screens.tsx";
import { Ask } from "./ask.tsx";
import { NewPipeline, PipelineDetail } from "./pipeline.tsx";
import { Pipelines } from "./pipelines.tsx";
import { AskSystems } from "./systems.tsx";
import { Workflow } from "./workflow.tsx";

export const Area = screens(
  ["/clearance", Ask],
  ["/clearance/systems", AskSystems, "askSystems"],
  ["/clearance/pipelines", Pipelines, "listPipelines"],
  ["/clearance/pipelines/new", NewPipeline, "listPipelines"],
  ["/clearance/pipelines/:id", PipelineDetail, "listPipelines"],
  ["/clearance/workflow", Workflow, "listPipelines"],
);
