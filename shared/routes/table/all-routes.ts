import type { Route } from "#shared/routes/contract/route.ts";
import * as auditRoutes from "./audit.ts";
import * as clearanceRoutes from "./clearance.ts";
import * as clearanceKeyRoutes from "./clearance-keys.ts";
import * as clearanceSystemsRoutes from "./clearance-systems.ts";
import * as cloudcRoutes from "./cloudc.ts";
import * as connectionRoutes from "./connections.ts";
import * as consoleRoutes from "./console.ts";
import * as counselRoutes from "./counsel.ts";
import * as counselDelegationRoutes from "./counsel-delegation.ts";
import * as counselFileRoutes from "./counsel-files.ts";
import * as counselKeyRoutes from "./counsel-keys.ts";
import * as counselLinkRoutes from "./counsel-link.ts";
import * as counselReminderRoutes from "./counsel-reminders.ts";
import * as deliveryRoutes from "./deliveries.ts";
import * as discoveryRoutes from "./discovery.ts";
import * as eventbusRoutes from "./eventbus.ts";
import * as evidenceRoutes from "./evidence.ts";
import * as extractorRoutes from "./extractors.ts";
import * as frameworkRoutes from "./frameworks.ts";
import * as inventoryRoutes from "./inventory.ts";
import * as issuerRoutes from "./issuer.ts";
import * as logRoutes from "./log.ts";
import * as machineCallRoutes from "./machine-calls.ts";
import * as machineRoutes from "./machines.ts";
import * as mcpRoutes from "./mcp.ts";
import * as overviewRoutes from "./overview.ts";
import * as panelRoutes from "./panels.ts";
import * as pipelineRoutes from "./pipelines.ts";
import * as reviewQuestionRoutes from "./review-questions.ts";
import * as reviewRoutes from "./reviews.ts";
import * as roomLinkRoutes from "./room-link.ts";
import * as roomPageRoutes from "./room-page.ts";
import * as roomRoutes from "./rooms.ts";
import * as serviceRoutes from "./service.ts";
import * as setupChecklistRoutes from "./setup-checklist.ts";
import * as idpSetupRoutes from "./setup-idp.ts";
import * as issuerSetupRoutes from "./setup-issuer.ts";
import * as setupLogKeyRoutes from "./setup-log-key.ts";
import * as setupSecretRoutes from "./setup-secrets.ts";
import * as signedCertificateRoutes from "./signed-certificates.ts";
import * as sourcehostRoutes from "./sourcehost.ts";
import * as tenantWebhookRoutes from "./tenant-webhooks.ts";
import * as tenantRoutes from "./tenants.ts";
import * as webhookRoutes from "./webhooks.ts";

/** The areas' tables, in the order of the OpenAPI document. */
const tables = [
  serviceRoutes,
  consoleRoutes,
  overviewRoutes,
  frameworkRoutes,
  extractorRoutes,
  tenantRoutes,
  connectionRoutes,
  deliveryRoutes,
  discoveryRoutes,
  inventoryRoutes,
  mcpRoutes,
  eventbusRoutes,
  sourcehostRoutes,
  counselRoutes,
  counselKeyRoutes,
  reviewRoutes,
  panelRoutes,
  counselLinkRoutes,
  counselReminderRoutes,
  counselDelegationRoutes,
  reviewQuestionRoutes,
  counselFileRoutes,
  evidenceRoutes,
  signedCertificateRoutes,
  roomPageRoutes,
  roomRoutes,
  roomLinkRoutes,
  clearanceRoutes,
  clearanceSystemsRoutes,
  clearanceKeyRoutes,
  pipelineRoutes,
  machineRoutes,
  machineCallRoutes,
  webhookRoutes,
  tenantWebhookRoutes,
  logRoutes,
  auditRoutes,
  setupChecklistRoutes,
  setupSecretRoutes,
  setupLogKeyRoutes,
  issuerSetupRoutes,
  idpSetupRoutes,
  issuerRoutes,
  cloudcRoutes,
] as const;

type ValueOf<Table> = Table extends unknown ? Table[keyof Table] : never;

/** The entries that tables export, without the schemas and lists that others share. */
type Entry = Extract<ValueOf<(typeof tables)[number]>, { id: string }>;

/** Every entry under its operation id, with its literal types. */
export type Routes = { [E in Entry as E["id"]]: E };

export type OperationId = keyof Routes;

const placeOf = ({ path, method }: Route): string => `${path} ${method}`;

/** THE route table: CDK, the local gateway, the OpenAPI document and the tests all read this. */
export const allRoutes: readonly Route[] = tables.flatMap((table) =>
  Object.values<ValueOf<typeof table>>(table)
    .filter((one) => "id" in one)
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
);
