import { type ConnectionRecord, channelOf } from "#shared/domain/connections/connection.ts";
import { hintFor } from "#shared/domain/connections/hints.ts";
import { readProbing } from "#shared/store/discovery-schedule.ts";
import { connectionScope, readWebhookHealth, tenantScope } from "#shared/store/webhook-counters.ts";
import { showConnection } from "./show-connection.ts";

/**
 * One connection, with the health of its webhook if it has one (second seed), or with the reason why
 * its first scheduled run is waiting.
 */
export async function getConnection(connection: ConnectionRecord, now: string) {
  const channel = channelOf(connection);
  if (channel === null) return withRefusal(connection);
  const scopes = [connectionScope(connection.id), tenantScope(channel, connection.tenant_id)];
  const [shown, webhook_health] = await Promise.all([
    showConnection(connection),
    readWebhookHealth(scopes, now),
  ]);
  return { ...shown, webhook_health };
}

async function withRefusal(connection: ConnectionRecord) {
  const [shown, probing] = await Promise.all([
    showConnection(connection),
    readProbing(connection.id),
  ]);
  const refusal = probing?.refusal ?? null;
  if (refusal === null) return shown;
  return { ...shown, not_run_because: { ...refusal, hint: hintFor(refusal) } };
}
