import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as inventoryRoutes from "#shared/routes/table/inventory.ts";
import { getClassificationQuestions } from "#shared/use-cases/inventory/get-classification-questions.ts";

export const handler = bindTenant(inventoryRoutes.getClassificationQuestions)(() =>
  getClassificationQuestions(),
);
