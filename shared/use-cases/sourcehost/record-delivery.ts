import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import type { AuditAction, AuditContext } from "#shared/domain/audit/vocabulary.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { newRun } from "#shared/domain/discovery/run.ts";
import { retryOnConflict } from "#shared/domain/retry-on-conflict.ts";
import { type Delivery, installationIdOf } from "#shared/domain/sourcehost/delivery.ts";
import {
  type Decision,
  dispatch,
  type Holder,
  type IgnoreReason,
  undispatchable,
} from "#shared/domain/sourcehost/dispatch.ts";
import { readPush } from "#shared/domain/sourcehost/pushed-repository.ts";
import { cut } from "#shared/domain/text.ts";
import { traceHeaders } from "#shared/platform/trace.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { setConnectionStatus } from "#shared/store/connections.ts";
import { putDelivery } from "#shared/store/deliveries.ts";
import { claimDelivery } from "#shared/store/delivery-claims.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { type Action, backoff, transact } from "#shared/store/transact.ts";
import { connectionScope, countDelivery, sourcehostScope } from "#shared/store/webhook-counters.ts";
import { findHolder } from "./find-holder.ts";

/** Seconds within which a repeated delivery is a duplicate (second seed, "Limits"). */
const DUPLICATE_WINDOW = 600;

/** A verified delivery at a tenant's URL. */
export interface Received {
  tenantId: string;
  delivery: Delivery;
  /** The body's exact bytes. */
  rawBody: Uint8Array;
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
 * audit row, counter) in one transaction: a crash before the commit leaves nothing, so that a
 * redelivery is processed, and after it nothing is missing.
 *
 * The transaction has no condition on the connection, since an installation's deliveries would then
 * contend for it. A run whose connection is deleted meanwhile fails and says so.
 * @throws DomainError `not_found` for an unknown tenant
 */
export async function recordDelivery(received: Received): Promise<Recorded> {
  const { delivery } = received;
  return retryOnConflict(null, backoff, async () => {
    const holder = await findHolder(received);
    const never = undispatchable(delivery.event);
    if (never !== null) {
      await transact({ ignored: ignored(received, holder, never) });
      return { done: { status: "ignored", reason: never } };
    }
    const written = await claimAnd(received, holder, dispatch(delivery, holder));
    return written === null ? { conflict: null } : { done: written };
  });
}

/** One transaction; null if the connection changed meanwhile and has to be read again. */
async function claimAnd(
  received: Received,
  holder: Holder | null,
  decision: Decision,
): Promise<Recorded | null> {
  const { tenantId, delivery, now } = received;
  const claim = claimDelivery("sourcehost", tenantId, delivery.id, now, DUPLICATE_WINDOW);
  const runId = decision.do === "accept" && decision.discovers ? randomUUID() : null;
  const outcome = await transact({
    claim,
    consequences:
      decision.do === "ignore"
        ? ignored(received, holder, decision.reason)
        : accepted(received, holder, decision, runId),
  });
  if (outcome.committed) {
    return decision.do === "ignore"
      ? { status: "ignored", reason: decision.reason }
      : { status: "accepted", job_id: runId };
  }
  if (!outcome.failed.has("claim")) return null;
  await transact({ duplicate: listed(received, holder, "duplicate", {}, randomUUID()) });
  return { status: "duplicate" };
}

const about = ({ delivery, secret }: Received) => ({
  delivery_id: delivery.id,
  event: delivery.event,
  scope: delivery.event,
  secret,
});

const ignored = (received: Received, holder: Holder | null, reason: IgnoreReason): Action[] =>
  recorded(received, holder, "ignored", "sourcehost_webhook.ignored", {
    ...about(received),
    reason,
  });

function accepted(
  received: Received,
  holder: Holder | null,
  decision: Decision & { do: "accept" },
  runId: string | null,
): Action[] {
  const { delivery, now } = received;
  const { connection_id, connection_status } = decision;
  const { action } = delivery.payload;
  const installationId = installationIdOf(delivery.payload);
  return [
    ...recorded(received, holder, "accepted", "sourcehost_webhook.received", {
      ...about(received),
      action: typeof action === "string" ? cut(action, 100) : null,
      connection_id,
      connection_status,
      job_id: runId,
    }),
    ...(runId === null ? [] : [putNewRun(pushRun(received, connection_id, runId))]),
    ...(connection_status === null || installationId === null
      ? []
      : setConnectionStatus(connection_id, installationId, connection_status, now)),
  ];
}

const pushRun = ({ tenantId, delivery, now }: Received, connection_id: string, id: string) =>
  newRun({
    id,
    connection_id,
    tenant_id: tenantId,
    kind: "partial",
    trigger: "sourcehost_webhook",
    created_at: now,
    input: { ...readPush(delivery.payload) },
    ...traceHeaders(),
  });

/** A delivery's audit row, its entry in the lists and its count. */
function recorded<A extends AuditAction>(
  received: Received,
  holder: Holder | null,
  outcome: "accepted" | "ignored",
  action: A,
  context: AuditContext<A> & { reason?: string; job_id?: string | null },
): Action[] {
  const id = randomUUID();
  const row = auditRow({
    action,
    resourceId: received.delivery.id,
    tenantId: received.tenantId,
    actorUserId: null,
    context,
    id,
    at: received.now,
  });
  return [...putAuditRow(row), ...listed(received, holder, outcome, context, id)];
}

/** A delivery's entry in the lists and its count. */
function listed(
  { tenantId, delivery, rawBody, now }: Received,
  holder: Holder | null,
  outcome: "accepted" | "ignored" | "duplicate",
  { reason = null, job_id = null }: { reason?: string | null; job_id?: string | null },
  id: string,
): Action[] {
  const entry = putDelivery({
    id,
    tenant_id: tenantId,
    channel: "sourcehost",
    connection_id: holder?.connection_id ?? null,
    delivery_id: delivery.id,
    received_at: now,
    event: delivery.event,
    scope: delivery.event,
    outcome,
    reason,
    job_id,
    payload_digest: sha256Hex(rawBody),
  });
  const scope = holder === null ? sourcehostScope(tenantId) : connectionScope(holder.connection_id);
  return [entry, countDelivery(scope, outcome, now, id)];
}
