import { bindBody } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { putMachine } from "#shared/use-cases/machines/put-machine.ts";

export const handler = bindBody(pipelineRoutes.putPipeline)(({ params, body, caller }) =>
  putMachine({
    owner: "pipelines",
    id: params.pipeline_id,
    content: { ...body, scopes: ["clearance:ask"] },
    ...caller,
  }),
);
