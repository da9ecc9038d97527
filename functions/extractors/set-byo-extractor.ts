import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { patchTenantExtractor } from "#shared/use-cases/extractors/patch-tenant-extractor.ts";

/** Replaces the whole chain by `byo`: a remaining fallback could send prompts where none may go. */
export const handler = bindTenant(extractorRoutes.setByoExtractor)(({ body, principal, now }) =>
  patchTenantExtractor({ chain: [{ provider: "byo", ...body }] }, () => "", principal, now),
);
