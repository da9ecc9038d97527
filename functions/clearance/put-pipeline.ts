import { bind } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { putMachine } from "#shared/use-cases/machines/put-machine.ts";

export const handler = bind(pipelineRoutes.putPipeline)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await putMachine({
      owner: "pipelines",
      id: params.pipeline_id,
      content: { ...body, scopes: ["clearance:ask"] },
      actorUserId: principal.userId,
      now,
    }),
  }),
);
