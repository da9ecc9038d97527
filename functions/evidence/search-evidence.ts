import { bindPage } from "#shared/edge/bind-list.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { searchEvidence } from "#shared/use-cases/evidence/search-evidence.ts";

export const handler = bindPage(evidenceRoutes.searchEvidence)(({ query }) =>
  searchEvidence(query),
);
