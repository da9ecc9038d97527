import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { getLogKey } from "#shared/use-cases/log/get-log-key.ts";

/** One verifier key per line, the current signing key first. */
export const handler = bind(logRoutes.getLogKey)(async () => ({
  status: 200,
  text: (await getLogKey()).map((key) => `${key}\n`).join(""),
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=60" },
}));
