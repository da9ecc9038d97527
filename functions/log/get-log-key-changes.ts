import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { getLogKeyChanges } from "#shared/use-cases/log/get-log-key-changes.ts";

/** The notes of all changes of keys, oldest first; nothing before the first change. */
export const handler = bind(logRoutes.getLogKeyChanges)(async () => ({
  status: 200,
  text: await getLogKeyChanges(),
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=60" },
}));
