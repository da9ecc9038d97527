import { type ConnectionRecord, channelOf } from "#shared/domain/connections/connection.ts";
import { type Found, plainWork, workOf } from "#shared/domain/console/work.ts";
import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { connectionPage } from "#shared/store/connections.ts";
import { refusedSince } from "#shared/store/deliveries.ts";
import { newestRunsOf } from "#shared/store/discovery-runs.ts";
import { troublesOfConnections } from "#shared/store/run-troubles.ts";
import { connectionScope, readWebhookHealth, tenantScope } from "#shared/store/webhook-counters.ts";
import { endpointsOf } from "#shared/store/webhook-endpoints.ts";
import { getTenantUsage } from "#shared/use-cases/extractors/get-tenant-usage.ts";
import { countSystems } from "./count-systems.ts";
import { connectionWork, deliveryWork, endpointWork, runWork } from "./source-work.ts";

const MAX_CONNECTIONS = 200;
const AT_ONCE = 16;
const REFUSED_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The systems found and their classes in law, the health of connections, the spending, and the work
 * that waits for somebody. It makes only bounded reads.
 * @param isAdmin if false, whatever only organisation admins may see is left out
 * @param now ISO 8601 UTC
 */
export async function getTenantOverview(tenantId: string, isAdmin: boolean, now: string) {
  const since = new Date(Date.parse(now) - REFUSED_DAYS * DAY_MS).toISOString();
  const [page, refused, endpoints, spending] = await Promise.all([
    connectionPage({ tenantId }, { limit: MAX_CONNECTIONS }),
    refusedSince(tenantId, since),
    isAdmin ? endpointsOf(tenantId) : [],
    isAdmin ? getTenantUsage(tenantId, undefined, now) : null,
  ]);
  const connections = page.items;
  const isMore = page.next_cursor !== null;
  const runs = new Map<string, readonly RunRecord[]>();
  const health = new Map<string, Awaited<ReturnType<typeof healthOf>>>();
  const [systems, troubled] = await Promise.all([
    countSystems(
      tenantId,
      connections.map(({ id }) => id),
      isMore,
    ),
    troublesOfConnections(connections.map(({ id }) => id)),
    eachBounded(connections, AT_ONCE, async (connection) => {
      const own = await newestRunsOf(connection.id, 1);
      runs.set(connection.id, own);
      health.set(connection.id, await healthOf(connection, own, now));
    }),
  ]);
  const byId = new Map(connections.map((one) => [one.id, one]));
  const noTenant = () => null;
  return {
    systems,
    connections: connections.flatMap(({ id }) => health.get(id) ?? []),
    is_more: isMore,
    spend: spending,
    ...workOf([
      await deliveryWork(refused, () => connections, noTenant, now),
      ...connectionWork(connections, noTenant, isMore),
      ...runWork(troubled, byId, noTenant, isMore),
      endpointWork(endpoints),
      ...systemWork(systems),
      notRunYet(connections, runs),
      ...(spending === null ? [] : [budgetWork(spending)]),
    ]),
  };
}

async function healthOf(connection: ConnectionRecord, [last]: readonly RunRecord[], now: string) {
  const { id, tenant_id, display_name, provider, subtype, status } = connection;
  const channel = channelOf(connection);
  const hooks =
    channel === null
      ? null
      : await readWebhookHealth([connectionScope(id), tenantScope(channel, tenant_id)], now);
  return {
    id,
    display_name,
    provider,
    subtype,
    status,
    deliveries_24h: hooks && {
      received: hooks.deliveries_24h,
      refused: hooks.outcomes_24h.rejected,
    },
    last_run: last
      ? {
          id: last.id,
          status: last.status,
          created_at: last.created_at,
          artifacts_count: last.artifacts_count,
        }
      : null,
  };
}

const ofTenant = (name: string) => ({ type: "tenant", id: "own", name }) as const;

/** Systems for whose class nobody answers yet, and systems that nothing has classified. */
function systemWork({
  by_class,
  unclassified,
  allowed_by_one,
  is_more: isMore,
}: Awaited<ReturnType<typeof countSystems>>): Found[] {
  const some = (kind: Found["kind"], name: string, count: number): Found => ({
    kind,
    isMore,
    work: count === 0 ? [] : [{ ...plainWork, at: null, count, object: ofTenant(name) }],
  });
  const open = (name: string) => by_class.find((one) => one.class === name)?.unconfirmed ?? 0;
  return [
    some("prohibited_undecided", "prohibited", open("prohibited")),
    some("allowed_by_one", "allowed_by_one", allowed_by_one),
    some("high_risk_undecided", "high_risk", open("high_risk")),
    some("systems_unclassified", "unclassified", unclassified + open("unknown")),
  ];
}

const notRunYet = (
  connections: readonly ConnectionRecord[],
  runs: ReadonlyMap<string, readonly RunRecord[]>,
): Found => ({
  kind: "not_run_yet",
  work: connections
    .filter(({ id, status }) => status === "active" && runs.get(id)?.length === 0)
    .map(({ id, display_name, created_at }) => ({
      ...plainWork,
      at: created_at,
      object: { type: "connection", id, name: display_name },
      connection_id: id,
    })),
});

const budgetWork = ({
  month,
  is_nearly_spent,
}: Awaited<ReturnType<typeof getTenantUsage>>): Found => ({
  kind: "budget_nearly_spent",
  work: is_nearly_spent ? [{ ...plainWork, at: null, object: ofTenant(month) }] : [],
});
