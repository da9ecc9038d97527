import { bindPage } from "#shared/edge/bind-list.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { getCounselAudit } from "#shared/use-cases/counsel/get-counsel-audit.ts";

export const handler = bindPage(counselRoutes.getCounselAudit)(({ params, query }) =>
  getCounselAudit(params.counsel_id, query),
);
