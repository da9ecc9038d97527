import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

const connection = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "connection", context }) as const;

const runContext = () =>
  z.strictObject({
    connection_id: z.string(),
    run_id: z.string(),
    status: z.string(),
  });

const run = { resourceType: "discovery_run", context: runContext } as const;

/** Discovery runs. */
export const discoveryActions = {
  "discovery.run.requested": connection(runContext),
  "discovery.run.started": run,
  "discovery.run.completed": run,
} as const satisfies Vocabulary;

export const auditRow = rowsOf(discoveryActions);
