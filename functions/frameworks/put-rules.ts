import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { importRules } from "#shared/use-cases/frameworks/import-rules.ts";
import { previewImport } from "#shared/use-cases/frameworks/preview-import.ts";

/** Imports rules; with `dry_run=true`, reports what the import would do and writes nothing. */
export const handler = bind(frameworkRoutes.putRules)(
  async ({ params, query, body, principal, now }) => {
    const order = { frameworkId: params.framework_id, rules: body.rules, now };
    return {
      status: 200,
      body:
        query.dry_run === undefined
          ? await importRules({ ...order, actorUserId: principal.userId })
          : await previewImport(order),
    };
  },
);
