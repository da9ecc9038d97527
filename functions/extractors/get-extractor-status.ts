import { bindPage } from "#shared/edge/bind-list.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { getExtractorStatus } from "#shared/use-cases/extractors/get-extractor-status.ts";

export const handler = bindPage(extractorRoutes.getExtractorStatus)(({ query, principal, now }) =>
  getExtractorStatus(query, principal, now),
);
