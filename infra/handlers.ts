import type { BoundHandler } from "../shared/edge/bind.ts";
import type { OperationId } from "../shared/routes/index.ts";

type Serves<Id extends string> = () => Promise<{ handler: BoundHandler<Id> }>;

/**
 * Which file serves which operation. The compiler refuses a missing operation, an extra one, a file
 * that does not exist, and a file that is bound to another entry of the route table.
 */
export const handlers: { [Id in OperationId]: Serves<Id> } = {
  getHealth: () => import("../functions/service/get-health.ts"),
  getOpenapi: () => import("../functions/service/get-openapi.ts"),
  preflight: () => import("../functions/service/preflight.ts"),
  putFramework: () => import("../functions/frameworks/put-framework.ts"),
  listFrameworks: () => import("../functions/frameworks/list-frameworks.ts"),
  putRules: () => import("../functions/frameworks/put-rules.ts"),
  listRules: () => import("../functions/frameworks/list-rules.ts"),
  getRule: () => import("../functions/frameworks/get-rule.ts"),
  createTenant: () => import("../functions/tenants/create-tenant.ts"),
  listTenants: () => import("../functions/tenants/list-tenants.ts"),
  getTenant: () => import("../functions/tenants/get-tenant.ts"),
  createConnection: () => import("../functions/connections/create-connection.ts"),
  listConnections: () => import("../functions/connections/list-connections.ts"),
  getConnection: () => import("../functions/connections/get-connection.ts"),
  deleteConnection: () => import("../functions/connections/delete-connection.ts"),
  startDiscoveryRun: () => import("../functions/discovery/start-discovery-run.ts"),
  listDiscoveryRuns: () => import("../functions/discovery/list-discovery-runs.ts"),
  getDiscoveryRun: () => import("../functions/discovery/get-discovery-run.ts"),
  listArtifacts: () => import("../functions/discovery/list-artifacts.ts"),
};
