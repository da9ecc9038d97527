import { bind } from "#shared/edge/bind.ts";
import { tagged } from "#shared/edge/public-document.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";
import { askClearance } from "#shared/use-cases/clearance/ask-clearance.ts";
import { requireGranted } from "#shared/use-cases/machines/require-granted.ts";
import { verifyPipelineToken } from "#shared/use-cases/machines/verify-token.ts";

/** The token is verified before the body is read. */
export const handler = bind(pipelineRoutes.askFromPipeline, ({ headers, now }) =>
  verifyPipelineToken(headers.authorization, now),
)(async ({ query, body: asked, guarded, now }) => {
  requireGranted(guarded, asked.framework_id);
  const { answer, body } = await askClearance(asked, {
    asker: "pipeline",
    isSigned: query.statement,
    now,
  });
  return { status: 200, body, headers: tagged(answer) };
});
