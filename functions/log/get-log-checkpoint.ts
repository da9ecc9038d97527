import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { readCheckpoint } from "#shared/use-cases/log/read-checkpoint.ts";

/** The newest checkpoint; there is a new one about every minute. */
export const handler = bind(logRoutes.getLogCheckpoint)(async () => ({
  status: 200,
  text: (await readCheckpoint()).note,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=5" },
}));
