import { bindBody } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { previewRules } from "#shared/use-cases/frameworks/preview-rules.ts";
import { putRules } from "#shared/use-cases/frameworks/put-rules.ts";

/** Imports rules; with `dry_run=true`, reports what the import would do and writes nothing. */
export const handler = bindBody(frameworkRoutes.putRules)(
  ({ params, query, body, principal, now }) => {
    const order = { frameworkId: params.framework_id, rules: body.rules, now };
    return query.dry_run === undefined
      ? putRules({ ...order, actorUserId: principal.userId })
      : previewRules(order);
  },
);
