import { commit, version } from "virtual:built";
import { bind } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";
import { getHealth } from "#shared/use-cases/service/get-health.ts";

export const handler = bind(serviceRoutes.getHealth)(async () => ({
  status: 200,
  body: getHealth({ version, commit }),
}));
