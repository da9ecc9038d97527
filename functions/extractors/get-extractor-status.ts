import { bindList } from "#shared/edge/bind-list.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { listExtractorStatus } from "#shared/use-cases/extractors/list-extractor-status.ts";

export const handler = bindList(extractorRoutes.getExtractorStatus)(async ({ query, now }) => ({
  status: 200,
  body: await listExtractorStatus(query, now),
}));
