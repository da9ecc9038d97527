import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { getConnectionOnboarding } from "#shared/use-cases/connections/get-connection-onboarding.ts";

export const handler = bind(
  connectionRoutes.getConnectionOnboarding,
  ownConnection,
)(async ({ guarded: connection }) => ({
  status: 200,
  body: { steps: [...getConnectionOnboarding(connection)] },
}));
