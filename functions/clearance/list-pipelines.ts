import { bindList } from "#shared/edge/bind-list.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { listPipelines } from "#shared/use-cases/clearance/list-pipelines.ts";

export const handler = bindList(pipelineRoutes.listPipelines)(async ({ query }) => ({
  status: 200,
  body: await listPipelines(query),
}));
