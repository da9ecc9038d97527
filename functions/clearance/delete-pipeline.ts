import { bind } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { deleteMachine } from "#shared/use-cases/machines/delete-machine.ts";

export const handler = bind(pipelineRoutes.deletePipeline)(async ({ params, principal, now }) => {
  const { pipeline_id: id } = params;
  await deleteMachine({ owner: "pipelines", id, actorUserId: principal.userId, now });
  return { status: 204 };
});
