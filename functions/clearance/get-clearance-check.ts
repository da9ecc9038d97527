import program from "virtual:clearance-check";
import { bind } from "#shared/edge/bind.ts";
import * as pipelineRoutes from "#shared/routes/table/pipelines.ts";

/** Serves the check for release pipelines as one file without dependencies. */
export const handler = bind(pipelineRoutes.getClearanceCheck)(async () => ({
  status: 200,
  text: program,
  headers: {
    "content-type": "text/javascript; charset=utf-8",
    "content-disposition": 'attachment; filename="check.mjs"',
    "cache-control": "public, max-age=3600",
  },
}));
