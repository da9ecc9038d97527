import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import * as connectionRoutes from "#shared/routes/table/connections.ts";
import { readOnboarding } from "#shared/use-cases/connections/read-onboarding.ts";

export const handler = bind(
  connectionRoutes.getConnectionOnboarding,
  ownConnection,
)(async ({ guarded: connection }) => ({
  status: 200,
  body: { steps: [...readOnboarding(connection)] },
}));
