import { bind } from "#shared/edge/bind.ts";
import { knownCaller } from "#shared/edge/known-tenant.ts";
import { tagged } from "#shared/edge/public-document.ts";
import * as clearanceRoutes from "#shared/routes/table/clearance.ts";
import { askClearance } from "#shared/use-cases/clearance/ask-clearance.ts";

export const handler = bind(
  clearanceRoutes.askClearance,
  knownCaller,
)(async ({ body, principal, now }) => {
  const answer = await askClearance(body, principal.isPlatformAdmin, now);
  return { status: 200, body: answer, headers: tagged(answer) };
});
