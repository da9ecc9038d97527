import { bindBody } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { deleteMachine } from "#shared/use-cases/machines/delete-machine.ts";

export const handler = bindBody(pipelineRoutes.deletePipeline)(({ params, caller }) => {
  const { pipeline_id: id } = params;
  return deleteMachine({ owner: "pipelines", id, ...caller });
});
