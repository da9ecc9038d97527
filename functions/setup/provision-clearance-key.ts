import { bind } from "#shared/edge/bind.ts";
import * as clearanceKeyRoutes from "#shared/routes/table/clearance-keys.ts";
import { provisionClearanceKey } from "#shared/use-cases/clearance/provision-clearance-key.ts";

export const handler = bind(clearanceKeyRoutes.provisionClearanceKey)(
  async ({ principal, now }) => ({
    status: 200,
    body: await provisionClearanceKey({ actorUserId: principal.userId, now }),
  }),
);
