import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { getLogConsistency } from "#shared/use-cases/log/get-log-consistency.ts";

/** The consistency proof between two sizes of the log; it never changes. */
export const handler = bind(logRoutes.getLogConsistency)(async ({ query }) => ({
  status: 200,
  text: await getLogConsistency(query.from, query.to),
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  },
}));
