import { bind } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { getMachine } from "#shared/use-cases/machines/get-machine.ts";

export const handler = bind(pipelineRoutes.getPipeline)(async ({ params }) => ({
  status: 200,
  body: await getMachine("pipelines", params.pipeline_id),
}));
