import { type ConnectionRecord, channelOf } from "#shared/domain/connections/connection.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { type Attempt, askAgain, readAttempts } from "#shared/domain/sourcehost/hook-deliveries.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { sourcehostApp } from "#shared/platform/issuer/sourcehost-app.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import { rowsOfDelivery } from "#shared/store/redelivery.ts";

/** A person is waiting: at most this many pages of 100 are searched. */
const MAX_PAGES = 30;

/**
 * Asks the source host to deliver again (contract, `POST …/redeliver`).
 * @throws DomainError `not_found` for a delivery that is not the connection's,
 * `redelivery_not_available` if the host cannot be asked or has forgotten it
 */
export async function redeliverDelivery(
  connection: ConnectionRecord,
  deliveryId: string,
  now: string,
): Promise<void> {
  const channel = channelOf(connection);
  if (channel === "cloudb_eventbus") {
    throw unavailable("EventBridge itself redelivers the events of a bus.");
  }
  if (channel === null || !(await isOf(connection, deliveryId))) throw noSuch("delivery");
  const app = await sourcehostApp(upstreamHttp(), await cachedDeployment(now, () => true), now);
  if (app === null) throw unavailable("The platform's app at the source host has no credentials.");
  let next: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readAttempts(app, next, nowMs());
    if (!page.ok) throw unavailable("The source host does not show its deliveries.");
    const attempt = page.attempts.find(({ guid }: Attempt) => guid === deliveryId);
    if (attempt !== undefined) {
      const outcome = await askAgain(app, attempt.id, nowMs());
      if (outcome.asked) return;
      throw unavailable("The source host refuses to deliver it again.");
    }
    next = page.next;
    if (next === null) throw unavailable("The source host no longer knows this delivery.");
  }
  throw unavailable("The delivery is not among the newest ones that the source host lists.");
}

/** Whether the delivery is the connection's own, or one of its tenant's that named no connection. */
async function isOf({ id, tenant_id }: ConnectionRecord, deliveryId: string): Promise<boolean> {
  const rows = await rowsOfDelivery(deliveryId);
  return rows.some(
    (row) => row.tenant_id === tenant_id && (row.context.connection_id ?? id) === id,
  );
}

const unavailable = (text: string): DomainError =>
  new DomainError("redelivery_not_available", text);
