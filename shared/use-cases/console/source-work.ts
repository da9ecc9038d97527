import { type ConnectionRecord, channelOf } from "#shared/domain/connections/connection.ts";
import type { DeliveryEntry } from "#shared/domain/connections/delivery.ts";
import { type Found, MAX_NAMED, plainWork, type Work } from "#shared/domain/console/work.ts";
import type { TroubledRun } from "#shared/domain/discovery/run-trouble.ts";
import { type Endpoint, isGivenUp } from "#shared/domain/webhooks/endpoint.ts";
import type { RunTroubles } from "#shared/store/run-troubles.ts";
import { connectionScope, readWebhookHealth } from "#shared/store/webhook-counters.ts";

/** The tenant whose work it is; null if the reader owns it. */
export type TenantOf = (tenantId: string) => Work["tenant"];

type Entry = Found["work"][number];

const DAY_MS = 86_400_000;

const about = (connection: ConnectionRecord, tenantOf: TenantOf): Entry => ({
  ...plainWork,
  at: null,
  object: { type: "connection", id: connection.id, name: connection.display_name },
  connection_id: connection.id,
  tenant: tenantOf(connection.tenant_id),
});

/** Connections that work no longer: suspended at the host, or refused by their provider. */
export const connectionWork = (
  connections: readonly ConnectionRecord[],
  tenantOf: TenantOf,
  isMore: boolean,
): Found[] =>
  (["inactive", "needs_reauthorization"] as const).map((status) => ({
    kind: status === "inactive" ? "connection_suspended" : "connection_unauthorized",
    work: connections
      .filter((connection) => connection.status === status)
      .map((connection) => about(connection, tenantOf)),
    isMore,
  }));

/** The work that runs leave to do, the newest first; connections that are gone do not count. */
export function runWork(
  troubled: readonly RunTroubles[],
  connections: ReadonlyMap<string, ConnectionRecord>,
  tenantOf: TenantOf,
  isMore: boolean,
): Found[] {
  const found = (
    kind: Found["kind"],
    runIn: (troubles: RunTroubles) => TroubledRun | null,
  ): Found => ({
    kind,
    work: troubled
      .flatMap((troubles) => {
        const run = runIn(troubles);
        const connection = connections.get(troubles.connection_id);
        return run === null || connection === undefined
          ? []
          : [entryOf(run, about(connection, tenantOf))];
      })
      .sort((a, b) => ((a.at ?? "") > (b.at ?? "") ? -1 : 1)),
    isMore,
  });
  const failedIn =
    (isGivenUp: boolean) =>
    ({ given_up, failed: count, last_failed }: RunTroubles): TroubledRun | null =>
      last_failed === null || given_up !== isGivenUp ? null : { ...last_failed, count };
  return [
    found("run_given_up", failedIn(true)),
    found("run_failed", failedIn(false)),
    found("run_incomplete", ({ incomplete }) => incomplete),
    found("systems_unclassified", ({ unclassified }) => unclassified),
  ];
}

const entryOf = ({ id, finished_at, count, reason }: TroubledRun, of: Entry): Entry => ({
  ...of,
  at: finished_at,
  object: { type: "run", id, name: of.object.name },
  count,
  reason,
});

/**
 * Refused deliveries, one entry per connection, counted as in its list, with the reason why the newest
 * was refused. A refusal older than a day and followed by good deliveries is not urgent. Refusals of a
 * channel without a connection are the platform's work, because no list of the tenant's shows them.
 */
export async function deliveryWork(
  { refused, isMore }: { refused: readonly DeliveryEntry[]; isMore: boolean },
  connectionsOf: (tenantId: string) => readonly ConnectionRecord[],
  tenantOf: TenantOf,
  now: string,
): Promise<Found> {
  const connectionOf = ({ tenant_id, channel, connection_id }: DeliveryEntry) => {
    const own = connectionsOf(tenant_id).filter((one) => channelOf(one) === channel);
    return own.find(({ id }) => id === connection_id) ?? own[0];
  };
  const source = ({ tenant_id, channel }: DeliveryEntry): string => `${tenant_id}#${channel}`;
  const groups = Map.groupBy(
    refused.filter((entry) => connectionOf(entry) || tenantOf(entry.tenant_id)),
    (entry) => connectionOf(entry)?.id ?? source(entry),
  );
  const work = [...groups.values()].slice(0, MAX_NAMED + 1).map(async (entries) => {
    const [newest] = entries as [DeliveryEntry, ...DeliveryEntry[]];
    const connection = connectionOf(newest);
    // A connection's list also contains deliveries that named none of its tenant's connections.
    const listed = refused.filter(
      (entry) =>
        entries.includes(entry) ||
        (entry.connection_id === null && source(entry) === source(newest)),
    );
    const isSettled = await hasReceivedSince(connection, newest.received_at, now);
    return {
      ...(connection === undefined
        ? { ...plainWork, object: ofTenant(newest), tenant: tenantOf(newest.tenant_id) }
        : about(connection, tenantOf)),
      at: newest.received_at,
      count: listed.length,
      reason: newest.reason ?? newest.outcome,
      ...(isSettled ? { severity: "low" as const } : {}),
    };
  });
  return {
    kind: "delivery_refused",
    work: await Promise.all(work),
    isMore: isMore || groups.size > work.length,
  };
}

/** A tenant's webhook of a channel. */
const ofTenant = ({ tenant_id, channel }: DeliveryEntry): Work["object"] => ({
  type: "tenant",
  id: tenant_id,
  name: channel,
});

async function hasReceivedSince(
  connection: ConnectionRecord | undefined,
  at: string,
  now: string,
): Promise<boolean> {
  if (connection === undefined || Date.parse(at) > Date.parse(now) - DAY_MS) return false;
  const { last_received_at } = await readWebhookHealth([connectionScope(connection.id)], now);
  return (last_received_at ?? "") > at;
}

/** Endpoints that the courier gave up, by their hosts: an address may contain a secret. */
export const endpointWork = (endpoints: readonly Endpoint[]): Found => ({
  kind: "webhook_disabled",
  work: endpoints.filter(isGivenUp).map((endpoint) => ({
    ...plainWork,
    at: endpoint.disabled_at,
    object: { type: "webhook_endpoint", id: endpoint.id, name: new URL(endpoint.url).host },
    reason: endpoint.disabled_reason,
  })),
});
