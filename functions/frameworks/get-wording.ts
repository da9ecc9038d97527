import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { getWording } from "#shared/use-cases/frameworks/get-wording.ts";

export const handler = bind(frameworkRoutes.getWording)(async ({ params, query, now }) => ({
  status: 200,
  body: await getWording({
    frameworkId: params.framework_id,
    useCaseId: query.use_case_id,
    on: query.on,
    limit: query.limit,
    now,
  }),
}));
