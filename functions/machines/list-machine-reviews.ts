import { bindMachineList } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { frameworkListed } from "#shared/use-cases/machines/require-granted.ts";
import { listReviews } from "#shared/use-cases/reviews/list-reviews.ts";

export const handler = bindMachineList(machineRoutes.listMachineReviews)(
  async ({ query, principal, now }) => {
    const framework_id = frameworkListed(principal, query.framework_id);
    return { status: 200, body: await listReviews({ ...query, framework_id }, query, now) };
  },
);
