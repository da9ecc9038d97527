import { bindMachineList } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { listReviews } from "#shared/use-cases/reviews/list-reviews.ts";

export const handler = bindMachineList(machineRoutes.listMachineReviews)(
  async ({ query, now }) => ({ status: 200, body: await listReviews(query, query, now) }),
);
