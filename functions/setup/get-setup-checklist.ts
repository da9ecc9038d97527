import { bindBody } from "#shared/edge/bind.ts";
import * as setupChecklistRoutes from "#shared/routes/table/setup-checklist.ts";
import { getSetupChecklist } from "#shared/use-cases/setup/get-setup-checklist.ts";

const route = setupChecklistRoutes.getSetupChecklist;
const { describeSecrets, describeCredentials } = route.needs;

export const handler = bindBody(route)(async ({ now }) => ({
  rows: await getSetupChecklist(describeSecrets, describeCredentials, now),
}));
