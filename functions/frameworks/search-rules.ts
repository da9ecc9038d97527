import { bindBody } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { searchRules } from "#shared/use-cases/frameworks/search-rules.ts";

export const handler = bindBody(frameworkRoutes.searchRules)(({ query, now }) =>
  searchRules(query, now),
);
