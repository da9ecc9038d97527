import { bind } from "#shared/edge/bind.ts";
import { knownMember } from "#shared/edge/known-tenant.ts";
import { tagged } from "#shared/edge/public-document.ts";
import * as clearanceSystemsRoutes from "#shared/routes/table/clearance-systems.ts";
import { askSystems } from "#shared/use-cases/clearance/ask-systems.ts";

export const handler = bind(
  clearanceSystemsRoutes.askSystems,
  knownMember,
)(async ({ query, body: asked, principal, guarded, now }) => {
  const { answer, body } = await askSystems(asked, {
    tenantId: principal.tenantId,
    isSigned: query.statement,
    seesRows: guarded,
    now,
  });
  return { status: 200, body, headers: tagged(answer) };
});
