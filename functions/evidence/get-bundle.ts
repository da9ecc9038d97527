import { bind } from "#shared/edge/bind.ts";
import { bundleFile } from "#shared/edge/reply.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getBundle } from "#shared/use-cases/evidence/get-bundle.ts";

export const handler = bind(evidenceRoutes.getBundle)(async ({ params, principal }) =>
  bundleFile(await getBundle(params.id, principal.userId)),
);
