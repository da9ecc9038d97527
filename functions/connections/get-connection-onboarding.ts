import { bindBody } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { getConnectionOnboarding } from "#shared/use-cases/connections/get-connection-onboarding.ts";

export const handler = bindBody(
  connectionRoutes.getConnectionOnboarding,
  ownConnection,
)(({ guarded: connection }) => ({ steps: [...getConnectionOnboarding(connection)] }));
