import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { getLogCheckpoint } from "#shared/use-cases/log/get-log-checkpoint.ts";

/** The newest checkpoint; there is a new one about every minute. */
export const handler = bind(logRoutes.getLogCheckpoint)(async () => {
  const { checkpoint, forkedSince } = await getLogCheckpoint();
  return {
    status: 200,
    text: checkpoint.note,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=5",
      ...(forkedSince === null ? {} : { "log-forked-since": forkedSince }),
    },
  };
});
