import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import type { Found } from "#shared/domain/console/work.ts";
import { connectionPage } from "#shared/store/connections.ts";
import { refusedSince } from "#shared/store/deliveries.ts";
import { troubledConnections } from "#shared/store/run-troubles.ts";
import { getTenants } from "#shared/store/tenants.ts";
import { connectionWork, deliveryWork, runWork, type TenantOf } from "./source-work.ts";

const DAY_MS = 86_400_000;
/** How far back refused deliveries are looked at. */
const REFUSED_DAYS = 30;
/** The most connections that are read because their runs leave work to do. */
const MAX_TROUBLED = 200;
const MAX_PAGES = 10;

const daysBefore = (now: string, days: number): string =>
  new Date(Date.parse(now) - days * DAY_MS).toISOString();

/** The work that every tenant's connections, deliveries and runs leave to do. */
export async function platformSources(now: string): Promise<Found[]> {
  const [connected, refused, runs] = await Promise.all([
    firstConnections(),
    refusedSince(undefined, daysBefore(now, REFUSED_DAYS)),
    troubledConnections(MAX_TROUBLED),
  ]);
  const { connections, isMore } = connected;
  const byId = new Map(connections.map((one) => [one.id, one]));
  const byTenant = Map.groupBy(connections, ({ tenant_id }) => tenant_id);
  const tenantOf = await tenantsOf([
    ...connections.filter(({ status }) => status !== "active").map(({ tenant_id }) => tenant_id),
    ...refused.refused.map(({ tenant_id }) => tenant_id),
    ...runs.troubled.map(({ tenant_id }) => tenant_id),
  ]);
  return [
    await deliveryWork(refused, (id) => byTenant.get(id) ?? [], tenantOf, now),
    ...connectionWork(connections, tenantOf, isMore),
    ...runWork(runs.troubled, byId, tenantOf, runs.isMore),
  ];
}

async function firstConnections(): Promise<{ connections: ConnectionRecord[]; isMore: boolean }> {
  const connections: ConnectionRecord[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await connectionPage({}, { limit: 200, cursor });
    connections.push(...page.items);
    if (page.next_cursor === null) return { connections, isMore: false };
    cursor = page.next_cursor;
  }
  return { connections, isMore: true };
}

async function tenantsOf(ids: readonly string[]): Promise<TenantOf> {
  const tenants = await getTenants([...new Set(ids)]);
  const names = new Map(tenants.map(({ id, name }) => [id, { id, name }]));
  return (id) => names.get(id) ?? { id, name: id };
}
