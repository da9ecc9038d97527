import { bind } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { deletePipeline } from "#shared/use-cases/clearance/delete-pipeline.ts";

export const handler = bind(pipelineRoutes.deletePipeline)(async ({ params, principal, now }) => {
  await deletePipeline({ id: params.pipeline_id, actorUserId: principal.userId, now });
  return { status: 204 };
});
