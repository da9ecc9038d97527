import { bindBody } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { createCounsel } from "#shared/use-cases/counsel/create-counsel.ts";

export const handler = bindBody(counselRoutes.createCounsel)(({ body, principal, now }) =>
  createCounsel({ given: body, actor: principal, now }),
);
