import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import type { AuditAction, AuditContext } from "#shared/domain/audit/vocabulary.ts";
import type { DeliveryOutcome } from "#shared/domain/connections/webhook-health.ts";
import { newRun } from "#shared/domain/discovery/run.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type Delivery, installationIdOf } from "#shared/domain/sourcehost/delivery.ts";
import {
  type Decision,
  decide,
  type Holder,
  type IgnoreReason,
  undispatchable,
} from "#shared/domain/sourcehost/dispatch.ts";
import { readPush } from "#shared/domain/sourcehost/pushed-repository.ts";
import { cut } from "#shared/domain/text.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { installationKey, installationOf, setConnectionStatus } from "#shared/store/connections.ts";
import { claimDelivery } from "#shared/store/delivery-claims.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { getItems } from "#shared/store/read.ts";
import { tenantKey } from "#shared/store/tenants.ts";
import { type Action, transact } from "#shared/store/transact.ts";
import {
  type CounterScope,
  connectionScope,
  countDelivery,
  sourcehostScope,
} from "#shared/store/webhook-counters.ts";

/** Seconds in which a repeat of a delivery is a duplicate (second seed, "Limits"). */
const DUPLICATE_WINDOW = 600;
const MOST_DECISIONS = 3;

/** A verified delivery at a tenant's URL. */
export interface Received {
  tenantId: string;
  delivery: Delivery;
  /** Which of the accepted secrets signed it. */
  secret: "current" | "previous";
  now: string;
}

export type Recorded =
  | { status: "accepted"; job_id: string | null }
  | { status: "ignored"; reason: IgnoreReason }
  | { status: "duplicate" };

/**
 * Decides on a delivery and writes everything that follows from it (claim, run, connection status,
 * audit row, counter) in one transaction: a crash before it leaves nothing, so that a redelivery is
 * processed, and after it nothing is missing.
 *
 * The connection is not part of the transaction's conditions: deliveries of one installation would
 * then wait for each other. A run whose connection is deleted meanwhile fails and says so.
 * @throws DomainError `not_found` for an unknown tenant
 */
export async function recordDelivery(received: Received): Promise<Recorded> {
  const { delivery } = received;
  for (let attempt = 0; attempt < MOST_DECISIONS; attempt += 1) {
    const holder = await findHolder(received);
    const scope = scopeOf(received, holder);
    const hopeless = undispatchable(delivery.event);
    if (hopeless !== null) {
      await transact({ ignored: ignored(received, scope, hopeless) });
      return { status: "ignored", reason: hopeless };
    }
    const decision = decide(delivery, holder);
    const written = await claimAnd(received, scope, decision);
    if (written !== null) return written;
  }
  throw new DomainError("dependency_unavailable", "The connection is changing; please repeat.");
}

/** One transaction; null when the connection changed under it and has to be looked at anew. */
async function claimAnd(
  received: Received,
  scope: CounterScope,
  decision: Decision,
): Promise<Recorded | null> {
  const { tenantId, delivery, now } = received;
  const claim = claimDelivery("sourcehost", tenantId, delivery.id, now, DUPLICATE_WINDOW);
  const runId = decision.do === "accept" && decision.discovers ? randomUUID() : null;
  const outcome = await transact({
    claim,
    consequences:
      decision.do === "ignore"
        ? ignored(received, scope, decision.reason)
        : accepted(received, scope, decision, runId),
  });
  if (outcome.committed) {
    return decision.do === "ignore"
      ? { status: "ignored", reason: decision.reason }
      : { status: "accepted", job_id: runId };
  }
  if (!outcome.failed.has("claim")) return null;
  await transact({ counter: countDelivery(scope, "duplicate", now, randomUUID()) });
  return { status: "duplicate" };
}

/** Tenant and installation in one read. Another tenant's installation is held by nobody here. */
async function findHolder({ tenantId, delivery }: Received): Promise<Holder | null> {
  const installationId = installationIdOf(delivery.payload);
  const [tenant, claim] = await getItems([
    tenantKey(tenantId),
    ...(installationId === null ? [] : [installationKey(installationId)]),
  ]);
  if (tenant == null) throw new DomainError("not_found", "There is nothing under this path.");
  const installation = installationOf(claim ?? null);
  return installation?.tenant_id === tenantId ? installation : null;
}

const scopeOf = ({ tenantId }: Received, holder: Holder | null): CounterScope =>
  holder === null ? sourcehostScope(tenantId) : connectionScope(holder.connection_id);

const about = ({ delivery, secret }: Received) => ({
  delivery_id: delivery.id,
  event: delivery.event,
  scope: delivery.event,
  secret,
});

const ignored = (received: Received, scope: CounterScope, reason: IgnoreReason): Action[] =>
  rowAndCount(received, scope, "ignored", "sourcehost_webhook.ignored", {
    ...about(received),
    reason,
  });

function accepted(
  received: Received,
  scope: CounterScope,
  decision: Decision & { do: "accept" },
  runId: string | null,
): Action[] {
  const { tenantId, delivery, now } = received;
  const { connection_id, connection_status } = decision;
  const { action } = delivery.payload;
  const run =
    runId === null
      ? []
      : [
          putNewRun(
            newRun({
              id: runId,
              connection_id,
              tenant_id: tenantId,
              kind: "partial",
              trigger: "sourcehost_webhook",
              created_at: now,
              input: { ...readPush(delivery.payload) },
            }),
          ),
        ];
  return [
    ...rowAndCount(received, scope, "accepted", "sourcehost_webhook.received", {
      ...about(received),
      action: typeof action === "string" ? cut(action, 100) : null,
      connection_id,
      connection_status,
      job_id: runId,
    }),
    ...run,
    ...(connection_status === null
      ? []
      : setConnectionStatus(
          connection_id,
          installationIdOf(delivery.payload) ?? "",
          connection_status,
        )),
  ];
}

function rowAndCount<A extends AuditAction>(
  { tenantId, delivery, now }: Received,
  scope: CounterScope,
  outcome: DeliveryOutcome,
  action: A,
  context: AuditContext<A>,
): Action[] {
  const id = randomUUID();
  const row = auditRow({
    action,
    resourceId: delivery.id,
    tenantId,
    actorUserId: null,
    context,
    id,
    at: now,
  });
  return [...putAuditRow(row), countDelivery(scope, outcome, now, id)];
}
