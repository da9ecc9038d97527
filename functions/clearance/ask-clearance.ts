import { bind } from "#shared/edge/bind.ts";
import { knownCaller } from "#shared/edge/known-tenant.ts";
import { tagged } from "#shared/edge/public-document.ts";
import * as clearanceRoutes from "#shared/routes/table/clearance.ts";
import { askClearance } from "#shared/use-cases/clearance/ask-clearance.ts";

export const handler = bind(
  clearanceRoutes.askClearance,
  knownCaller,
)(async ({ query, body: asked, guarded: isForPlatform, now }) => {
  const { answer, body } = await askClearance(asked, {
    asker: isForPlatform ? "platform" : "tenant",
    isSigned: query.statement,
    now,
  });
  return { status: 200, body, headers: tagged(answer) };
});
