import { bind } from "#shared/edge/bind.ts";
import { publicDocument } from "#shared/edge/public-document.ts";
import * as clearanceKeyRoutes from "#shared/routes/table/clearance-keys.ts";
import { getClearanceKeys } from "#shared/use-cases/clearance/get-clearance-keys.ts";

const MAX_AGE_S = 300;

export const handler = bind(clearanceKeyRoutes.getClearanceKeys)(async ({ headers }) =>
  publicDocument(await getClearanceKeys(), MAX_AGE_S, headers),
);
