import { bind } from "#shared/edge/bind.ts";
import * as clearanceKeyRoutes from "#shared/routes/table/clearance-keys.ts";
import { rotateClearanceKey } from "#shared/use-cases/clearance/rotate-clearance-key.ts";

export const handler = bind(clearanceKeyRoutes.rotateClearanceKey)(async ({ principal, now }) => ({
  status: 200,
  body: await rotateClearanceKey({ actorUserId: principal.userId, now }),
}));
