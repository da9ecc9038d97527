import { bindPage } from "#shared/edge/bind-list.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { listMachines } from "#shared/use-cases/machines/list-machines.ts";

export const handler = bindPage(pipelineRoutes.listPipelines)(({ query }) =>
  listMachines("pipelines", query),
);
