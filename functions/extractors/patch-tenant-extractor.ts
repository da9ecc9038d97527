import { bindTenant } from "#shared/edge/known-tenant.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { patchTenantExtractor } from "#shared/use-cases/extractors/patch-tenant-extractor.ts";

export const handler = bindTenant(extractorRoutes.patchTenantExtractor)(
  ({ body, principal, now }) => patchTenantExtractor(body, (i) => `chain.${i}.`, principal, now),
);
