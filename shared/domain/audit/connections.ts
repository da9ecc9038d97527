import * as z from "zod/mini";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const connectionContext = () => ({
  connection_id: z.string(),
  provider: z.string(),
  subtype: z.nullable(z.string()),
  display_name: z.string(),
});

const connectionStatusContext = () => ({ connection_id: z.string(), status: z.string() });

const connection = about("connection");

const busContext = () => ({
  connection_id: z.string(),
  account: z.string(),
  bus_id: z.string(),
  rule_id: z.string(),
});

/** Connections and their event buses. */
export const connectionActions = {
  "connection.created": connection("create", () => ({
    ...connectionContext(),
    remote_tenant_id: z.nullable(z.string()),
    installation_id: z.nullable(z.string()),
  })),
  "connection.deleted": connection("delete", connectionContext),
  "connection.updated": connection("update", () => ({
    ...connectionStatusContext(),
    changed: z.array(z.string()),
  })),
  "connection.needs_reauthorization": connection("update", connectionStatusContext),
  "connection.reauthorized": connection("update", connectionStatusContext),
  "platform.cloudb_eventbus.bus_provisioned": connection("create", busContext),
  "platform.cloudb_eventbus.bus_deprovisioned": connection("delete", busContext),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(connectionActions);
