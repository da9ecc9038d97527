import { bind } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { editCounsel } from "#shared/use-cases/counsel/edit-counsel.ts";

export const handler = bind(counselRoutes.editCounsel)(
  async ({ params, query, body, principal, now }) => ({
    status: 200,
    body: await editCounsel({
      counselId: params.counsel_id,
      edit: body,
      dryRun: query.dry_run,
      actor: principal,
      now,
    }),
  }),
);
