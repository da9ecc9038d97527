import { bind } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { getPipeline } from "#shared/use-cases/clearance/get-pipeline.ts";

export const handler = bind(pipelineRoutes.getPipeline)(async ({ params }) => ({
  status: 200,
  body: await getPipeline(params.pipeline_id),
}));
