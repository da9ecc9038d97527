import type { Route } from "#shared/routes/contract/route.ts";
import { auditRoutes } from "./audit.ts";
import { clearanceRoutes } from "./clearance.ts";
import { clearanceKeyRoutes } from "./clearance-keys.ts";
import { clearanceSystemsRoutes } from "./clearance-systems.ts";
import { cloudcRoutes } from "./cloudc.ts";
import { connectionRoutes } from "./connections.ts";
import { consoleRoutes } from "./console.ts";
import { counselRoutes } from "./counsel.ts";
import { counselDelegationRoutes } from "./counsel-delegation.ts";
import { counselFileRoutes } from "./counsel-files.ts";
import { counselKeyRoutes } from "./counsel-keys.ts";
import { counselLinkRoutes } from "./counsel-link.ts";
import { counselReminderRoutes } from "./counsel-reminders.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { discoveryRoutes } from "./discovery.ts";
import { eventbusRoutes } from "./eventbus.ts";
import { evidenceRoutes } from "./evidence.ts";
import { extractorRoutes } from "./extractors.ts";
import { frameworkRoutes } from "./frameworks.ts";
import { inventoryRoutes } from "./inventory.ts";
import { issuerRoutes } from "./issuer.ts";
import { logRoutes } from "./log.ts";
import { machineCallRoutes } from "./machine-calls.ts";
import { machineRoutes } from "./machines.ts";

import { mcpRoutes } from "./mcp.ts";

import { overviewRoutes } from "./overview.ts";
import { panelRoutes } from "./panels.ts";

import { pipelineRoutes } from "./pipelines.ts";
import { reviewQuestionRoutes } from "./review-questions.ts";
import { reviewRoutes } from "./reviews.ts";
import { roomLinkRoutes } from "./room-link.ts";
import { roomPageRoutes } from "./room-page.ts";
import { roomRoutes } from "./rooms.ts";
import { serviceRoutes } from "./service.ts";
import { setupChecklistRoutes } from "./setup-checklist.ts";
import { idpSetupRoutes } from "./setup-idp.ts";
import { issuerSetupRoutes } from "./setup-issuer.ts";
import { setupLogKeyRoutes } from "./setup-log-key.ts";
import { setupSecretRoutes } from "./setup-secrets.ts";
import { signedCertificateRoutes } from "./signed-certificates.ts";
import { sourcehostRoutes } from "./sourcehost.ts";
import { tenantWebhookRoutes } from "./tenant-webhooks.ts";
import { tenantRoutes } from "./tenants.ts";
import { webhookRoutes } from "./webhooks.ts";

/** THE route table: CDK, the local gateway, the OpenAPI document and the tests all read this. */
const routes = {
  ...serviceRoutes,
  ...consoleRoutes,
  ...overviewRoutes,
  ...frameworkRoutes,
  ...extractorRoutes,
  ...tenantRoutes,
  ...connectionRoutes,
  ...deliveryRoutes,
  ...discoveryRoutes,
  ...inventoryRoutes,
  ...mcpRoutes,
  ...eventbusRoutes,
  ...sourcehostRoutes,
  ...counselRoutes,
  ...counselKeyRoutes,
  ...reviewRoutes,
  ...panelRoutes,
  ...counselLinkRoutes,
  ...counselReminderRoutes,
  ...counselDelegationRoutes,
  ...reviewQuestionRoutes,
  ...counselFileRoutes,
  ...evidenceRoutes,
  ...signedCertificateRoutes,
  ...roomPageRoutes,
  ...roomRoutes,
  ...roomLinkRoutes,
  ...clearanceRoutes,
  ...clearanceSystemsRoutes,
  ...clearanceKeyRoutes,
  ...pipelineRoutes,
  ...machineRoutes,
  ...machineCallRoutes,
  ...webhookRoutes,
  ...tenantWebhookRoutes,
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
