import { bindBody } from "#shared/edge/bind.ts";
import * as counselRoutes from "#shared/routes/table/counsel.ts";
import { editCounsel } from "#shared/use-cases/counsel/edit-counsel.ts";

export const handler = bindBody(counselRoutes.editCounsel)(
  ({ params, query, body, principal, now }) =>
    editCounsel({
      counselId: params.counsel_id,
      edit: body,
      dryRun: query.dry_run,
      actor: principal,
      now,
    }),
);
