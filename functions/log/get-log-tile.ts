import { bind } from "#shared/edge/bind.ts";
import * as logRoutes from "#shared/routes/table/log.ts";
import { getLogTile } from "#shared/use-cases/log/get-log-tile.ts";

/** A tile or entry bundle of a given width never changes, so caches may keep it indefinitely. */
export const handler = bind(logRoutes.getLogTile)(async ({ params }) => ({
  status: 200,
  bytes: await getLogTile(params.tile),
  headers: {
    "content-type": "application/octet-stream",
    "cache-control": "public, max-age=31536000, immutable",
  },
}));
