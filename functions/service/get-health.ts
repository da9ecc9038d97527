import { commit, version } from "virtual:built";
import { bindBody } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";
import { getHealth } from "#shared/use-cases/service/get-health.ts";

export const handler = bindBody(serviceRoutes.getHealth)(() => getHealth({ version, commit }));
