import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { readKeys } from "#shared/use-cases/log/read-keys.ts";

/** One verifier key per line, the current signing key first. */
export const handler = bind(logRoutes.getLogKey)(async () => ({
  status: 200,
  text: (await readKeys()).map((key) => `${key}\n`).join(""),
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=60" },
}));
