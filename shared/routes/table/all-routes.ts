import type { Route } from "#shared/routes/contract/route.ts";
import * as auditRoutes from "./audit.ts";
import * as cloudcRoutes from "./cloudc.ts";
import * as connectionRoutes from "./connections.ts";
import * as consoleRoutes from "./console.ts";
import * as counselRoutes from "./counsel.ts";
import * as counselKeyRoutes from "./counsel-keys.ts";
import * as counselLinkRoutes from "./counsel-link.ts";
import * as deliveryRoutes from "./deliveries.ts";
import * as discoveryRoutes from "./discovery.ts";
import * as eventbusRoutes from "./eventbus.ts";
import * as evidenceRoutes from "./evidence.ts";
import * as extractorRoutes from "./extractors.ts";
import * as frameworkRoutes from "./frameworks.ts";
import * as issuerRoutes from "./issuer.ts";
import * as logRoutes from "./log.ts";
import * as reviewRoutes from "./reviews.ts";
import * as serviceRoutes from "./service.ts";
import * as setupChecklistRoutes from "./setup-checklist.ts";
import * as idpSetupRoutes from "./setup-idp.ts";
import * as issuerSetupRoutes from "./setup-issuer.ts";
import * as setupLogKeyRoutes from "./setup-log-key.ts";
import * as setupSecretRoutes from "./setup-secrets.ts";
import * as sourcehostRoutes from "./sourcehost.ts";
import * as tenantRoutes from "./tenants.ts";

/** THE route table: CDK, the local gateway, the OpenAPI document and the tests all read this. */
const routes = {
  ...serviceRoutes,
  ...consoleRoutes,
  ...frameworkRoutes,
  ...extractorRoutes,
  ...tenantRoutes,
  ...connectionRoutes,
  ...deliveryRoutes,
  ...discoveryRoutes,
  ...eventbusRoutes,
  ...sourcehostRoutes,
  ...counselRoutes,
  ...counselKeyRoutes,
  ...reviewRoutes,
  ...counselLinkRoutes,
  ...evidenceRoutes,
  ...logRoutes,
  ...auditRoutes,
  ...setupChecklistRoutes,
  ...setupSecretRoutes,
  ...setupLogKeyRoutes,
  ...issuerSetupRoutes,
  ...idpSetupRoutes,
  ...issuerRoutes,
  ...cloudcRoutes,
} satisfies Record<string, Route>;

/** Every entry under its operation id, with its literal types. */
export type Routes = typeof routes;

export type OperationId = keyof Routes;

export const allRoutes: readonly Route[] = Object.values(routes);
