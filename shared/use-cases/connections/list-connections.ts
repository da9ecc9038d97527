import type {
  Connection,
  ConnectionStatus,
  Provider,
} from "#shared/domain/connections/connection.ts";
import { connectionListing, connectionOf } from "#shared/store/connections.ts";
import { readPage } from "#shared/store/page.ts";
import { showConnections } from "./show-connection.ts";

interface Query {
  limit: number;
  cursor?: string | undefined;
  /** Left out: of every tenant. */
  tenantId?: string | undefined;
  provider?: Provider | undefined;
  status?: ConnectionStatus | undefined;
}

/** A page of connections, oldest first. */
export async function listConnections(
  query: Query,
): Promise<{ items: Connection[]; next_cursor: string | null }> {
  const { tenantId, provider, status, ...paging } = query;
  const listing = connectionListing(tenantId);
  const isFiltered = provider !== undefined || status !== undefined;
  const scope = JSON.stringify([listing.scope, provider ?? null, status ?? null]);
  const { items, nextCursor } = await readPage(
    { ...listing, scope },
    paging,
    isFiltered
      ? (item) => {
          const connection = connectionOf(item);
          return (
            (provider === undefined || connection.provider === provider) &&
            (status === undefined || connection.status === status)
          );
        }
      : undefined,
  );
  return { items: await showConnections(items.map(connectionOf)), next_cursor: nextCursor };
}
