import { type ConnectionFilters, connectionPage } from "#shared/store/connections.ts";
import type { Paging } from "#shared/store/page.ts";
import { showConnections } from "./show-connection.ts";

/** A page of connections, oldest first. */
export async function listConnections({
  tenantId,
  provider,
  status,
  ...paging
}: ConnectionFilters & Paging) {
  const { items, next_cursor } = await connectionPage({ tenantId, provider, status }, paging);
  return { items: await showConnections(items), next_cursor };
}
