import { bindBody } from "#shared/edge/bind.ts";
import * as clearanceKeyRoutes from "#shared/routes/table/clearance-keys.ts";
import { provisionClearanceKey } from "#shared/use-cases/clearance/provision-clearance-key.ts";

export const handler = bindBody(clearanceKeyRoutes.provisionClearanceKey)(({ caller }) =>
  provisionClearanceKey(caller),
);
