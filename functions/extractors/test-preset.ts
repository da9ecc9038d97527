import { bind } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { testPreset } from "#shared/use-cases/extractors/test-preset.ts";

export const handler = bind(extractorRoutes.testPreset)(
  async ({ body, principal, requestId, now }) => ({
    status: 200,
    body: await testPreset(body.preset, body.overrides ?? {}, {
      userId: principal.userId,
      requestId,
      now,
    }),
  }),
);
