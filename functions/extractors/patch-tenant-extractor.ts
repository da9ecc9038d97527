import { bindBody } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import * as extractorRoutes from "#shared/routes/table/extractors.ts";
import { patchTenantExtractor } from "#shared/use-cases/extractors/patch-tenant-extractor.ts";

export const handler = bindBody(
  extractorRoutes.patchTenantExtractor,
  knownTenant,
)(({ body, principal, now }) => patchTenantExtractor(body, (i) => `chain.${i}.`, principal, now));
