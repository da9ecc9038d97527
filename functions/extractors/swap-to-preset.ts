import { bindBody } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { swapToPreset } from "#shared/use-cases/extractors/swap-to-preset.ts";

export const handler = bindBody(extractorRoutes.swapToPreset)(({ params, body, principal, now }) =>
  swapToPreset(params.tenant_id, body.preset, principal.userId, now),
);
