import { bindBody } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { getWording } from "#shared/use-cases/frameworks/get-wording.ts";

export const handler = bindBody(frameworkRoutes.getWording)(({ params, query, now }) =>
  getWording({
    frameworkId: params.framework_id,
    useCaseId: query.use_case_id,
    on: query.on,
    limit: query.limit,
    now,
  }),
);
