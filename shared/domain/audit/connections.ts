import * as z from "zod/mini";
import { rowsOf, type Vocabulary } from "./row.ts";

const connectionContext = () => ({
  connection_id: z.string(),
  provider: z.string(),
  subtype: z.nullable(z.string()),
  display_name: z.string(),
});

const connectionStatusContext = () => ({ connection_id: z.string(), status: z.string() });

const connection = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "connection", context }) as const;

const busContext = () => ({
  connection_id: z.string(),
  account: z.string(),
  bus_id: z.string(),
  rule_id: z.string(),
});

/** Connections and their event buses. */
export const connectionActions = {
  "connection.created": connection(() =>
    z.strictObject({
      ...connectionContext(),
      remote_tenant_id: z.nullable(z.string()),
      installation_id: z.nullable(z.string()),
    }),
  ),
  "connection.deleted": connection(() => z.strictObject(connectionContext())),
  "connection.updated": connection(() =>
    z.strictObject({ ...connectionStatusContext(), changed: z.array(z.string()) }),
  ),
  "connection.needs_reauthorization": connection(() => z.strictObject(connectionStatusContext())),
  "connection.reauthorized": connection(() => z.strictObject(connectionStatusContext())),
  "platform.cloudb_eventbus.bus_provisioned": connection(() => z.strictObject(busContext())),
  "platform.cloudb_eventbus.bus_deprovisioned": connection(() => z.strictObject(busContext())),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(connectionActions);
