import { bind } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { updateTenantChain } from "#shared/use-cases/extractors/update-tenant-chain.ts";

export const handler = bind(extractorRoutes.patchTenantExtractor)(
  async ({ body, principal, now }) => ({
    status: 200,
    body: await updateTenantChain(body.chain, (i) => `chain.${i}.`, principal, now),
  }),
);
