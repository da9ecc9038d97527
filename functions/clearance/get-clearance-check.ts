import program from "virtual:clearance-check";
import { bind } from "#shared/edge/bind.ts";
import { programFile } from "#shared/edge/reply.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";

/** Serves the check for release pipelines as one file without dependencies. */
export const handler = bind(pipelineRoutes.getClearanceCheck)(async () =>
  programFile("check.mjs", program),
);
