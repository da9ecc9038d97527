import { bind } from "#shared/edge/bind.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { updateTenantChain } from "#shared/use-cases/extractors/update-tenant-chain.ts";

/** Replaces the whole chain by `byo`: a remaining fallback could send prompts where none may go. */
export const handler = bind(extractorRoutes.setByoExtractor)(async ({ body, principal, now }) => ({
  status: 200,
  body: await updateTenantChain([{ provider: "byo", ...body }], () => "", principal, now),
}));
