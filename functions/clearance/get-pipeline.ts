import { bindBody } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { getMachine } from "#shared/use-cases/machines/get-machine.ts";

export const handler = bindBody(pipelineRoutes.getPipeline)(({ params }) =>
  getMachine("pipelines", params.pipeline_id),
);
