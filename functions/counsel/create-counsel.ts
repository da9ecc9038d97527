import { bind } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { createCounsel } from "#shared/use-cases/counsel/create-counsel.ts";

export const handler = bind(counselRoutes.createCounsel)(async ({ body, principal, now }) => ({
  status: 201,
  body: await createCounsel({ given: body, actor: principal, now }),
}));
