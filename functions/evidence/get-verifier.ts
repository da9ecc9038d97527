import verifier from "virtual:verifier";
import { bind } from "#shared/edge/bind.ts";
import { programFile } from "#shared/edge/reply.ts";
import * as evidenceRoutes from "#shared/routes/table/evidence.ts";

/** Serves the offline verifier as one file without dependencies. */
export const handler = bind(evidenceRoutes.getVerifier)(async () =>
  programFile("verify-bundle.mjs", verifier),
);
