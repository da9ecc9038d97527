import { bindBody } from "#shared/edge/bind.ts";
import * as clearanceKeyRoutes from "#shared/routes/table/clearance-keys.ts";
import { rotateClearanceKey } from "#shared/use-cases/clearance/rotate-clearance-key.ts";

export const handler = bindBody(clearanceKeyRoutes.rotateClearanceKey)(({ caller }) =>
  rotateClearanceKey(caller),
);
