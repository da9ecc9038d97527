import { bind } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { putPipeline } from "#shared/use-cases/clearance/put-pipeline.ts";

export const handler = bind(pipelineRoutes.putPipeline)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await putPipeline({
      id: params.pipeline_id,
      content: body,
      actorUserId: principal.userId,
      now,
    }),
  }),
);
