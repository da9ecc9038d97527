import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { searchRules } from "#shared/use-cases/frameworks/search-rules.ts";

export const handler = bind(frameworkRoutes.searchRules)(async ({ query, now }) => ({
  status: 200,
  body: await searchRules(query, now),
}));
