import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const runContext = () => ({ connection_id: z.string(), run_id: z.string(), status: z.string() });

const run = about("discovery_run")("update", runContext);

/** Discovery runs. */
export const discoveryActions = {
  "discovery.run.requested": about("connection")("create", runContext),
  "discovery.run.started": run,
  "discovery.run.completed": run,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(discoveryActions);
