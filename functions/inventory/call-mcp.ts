import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { requireOwnOrigin } from "#shared/edge/own-origin.ts";
import * as mcpRoutes from "#shared/routes/table/mcp.ts";
import { callMcp } from "#shared/use-cases/inventory/call-mcp.ts";

/** The whole route table, which only calls about tools need. */
const loadTools = () => import("#shared/edge/agent-tools.ts");

/** The origin and the tenant are checked before the body is read. */
export const handler = bind(mcpRoutes.callMcp, async (call) => {
  requireOwnOrigin(call.headers.origin);
  await knownTenant(call);
})(async ({ body, principal, headers, now }) => {
  const { authorization = "" } = headers;
  const answer = await callMcp(body, { principal, authorization, loadTools, now });
  return answer === null ? { status: 202, headers: {} } : { status: 200, body: answer };
});
