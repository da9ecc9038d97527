import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";
import { getBundle } from "#shared/use-cases/evidence/get-bundle.ts";

export const handler = bind(evidenceRoutes.getBundle)(async ({ params, principal }) => {
  const { fileName, text } = await getBundle(params.id, principal.userId);
  return {
    status: 200,
    text,
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  };
});
