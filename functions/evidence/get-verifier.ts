import verifier from "virtual:verifier";
import { bind } from "#shared/edge/bind.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";

/** Serves the offline verifier as one file without dependencies. */
export const handler = bind(evidenceRoutes.getVerifier)(async () => ({
  status: 200,
  text: verifier,
  headers: {
    "content-type": "text/javascript; charset=utf-8",
    "content-disposition": 'attachment; filename="verify-bundle.mjs"',
    "cache-control": "public, max-age=3600",
  },
}));
