import { bindPage } from "#shared/edge/bind-list.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { listClassifications } from "#shared/use-cases/inventory/list-classifications.ts";

export const handler = bindPage(inventoryRoutes.listClassifications)(({ query }) =>
  listClassifications(query),
);
