import { bind } from "#shared/edge/bind.ts";
import { knownCaller } from "#shared/edge/known-tenant.ts";
import { isNamed, tagged } from "#shared/edge/public-document.ts";
import * as clearanceRoutes from "#shared/routes/table/clearance.ts";
import { askClearance } from "#shared/use-cases/clearance/ask-clearance.ts";

/** Clearance of the live wording; 304 for a caller that already has this answer. */
export const handler = bind(
  clearanceRoutes.getClearance,
  knownCaller,
)(async ({ query: { statement, ...asked }, guarded: isForPlatform, headers, now }) => {
  const { answer, body } = await askClearance(asked, {
    asker: isForPlatform ? "platform" : "tenant",
    isSigned: statement,
    now,
  });
  const tag = tagged(answer);
  if (isNamed(headers, tag.etag)) return { status: 304, headers: tag };
  return { status: 200, body, headers: tag };
});
