import { bindList } from "#shared/edge/bind-list.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { getExtractorStatus } from "#shared/use-cases/extractors/get-extractor-status.ts";

export const handler = bindList(extractorRoutes.getExtractorStatus)(async ({ query, now }) => ({
  status: 200,
  body: await getExtractorStatus(query, now),
}));
