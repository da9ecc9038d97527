import { bindPage } from "#shared/edge/bind-list.ts";
import { knownCaller } from "#shared/edge/known-tenant.ts";
import * as clearanceRoutes from "#shared/routes/table/clearance.ts";
import { listRuleNames } from "#shared/use-cases/clearance/list-rule-names.ts";

export const handler = bindPage(
  clearanceRoutes.listRuleNames,
  knownCaller,
)(({ query }) => listRuleNames(query));
