import { bindList } from "#shared/edge/bind-list.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { listMachines } from "#shared/use-cases/machines/list-machines.ts";

export const handler = bindList(pipelineRoutes.listPipelines)(async ({ query }) => ({
  status: 200,
  body: await listMachines("pipelines", query),
}));
