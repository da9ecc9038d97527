import { bindBody } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { testPreset } from "#shared/use-cases/extractors/test-preset.ts";

export const handler = bindBody(extractorRoutes.testPreset)(({ body, principal, requestId, now }) =>
  testPreset(body.preset, body.overrides ?? {}, {
    userId: principal.userId,
    requestId,
    now,
  }),
);
