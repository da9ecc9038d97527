import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { patchTenantExtractor } from "#shared/use-cases/extractors/patch-tenant-extractor.ts";

/** Replaces the whole chain by `byo`: a remaining fallback could send prompts where none may go. */
export const handler = bindBody(
  extractorRoutes.setByoExtractor,
  knownTenant,
)(({ body, principal, now }) =>
  patchTenantExtractor({ chain: [{ provider: "byo", ...body }] }, () => "", principal, now),
);
