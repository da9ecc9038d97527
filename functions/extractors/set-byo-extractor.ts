import { bind } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { updateTenantChain } from "#shared/use-cases/extractors/update-tenant-chain.ts";

/** The whole chain becomes byo: a fallback left behind could take prompts where none should go. */
export const handler = bind(extractorRoutes.setByoExtractor)(async ({ body, principal, now }) => ({
  status: 200,
  body: await updateTenantChain([{ provider: "byo", ...body }], () => "", principal, now),
}));
