import { bind } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { swapToPreset } from "#shared/use-cases/extractors/swap-to-preset.ts";

export const handler = bind(extractorRoutes.swapToPreset)(
  async ({ params, body, principal, now }) => ({
    status: 200,
    body: await swapToPreset(params.tenant_id, body.preset, principal.userId, now),
  }),
);
