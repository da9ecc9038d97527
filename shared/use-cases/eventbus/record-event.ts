import { randomUUID } from "node:crypto";
import { type AuditRow, auditRow } from "#shared/domain/audit/row.ts";
import type { AuditAction, AuditContext } from "#shared/domain/audit/vocabulary.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import type { DeliveryEntry, DeliveryResult } from "#shared/domain/connections/delivery.ts";
import { newRun } from "#shared/domain/discovery/run.ts";
import { type Envelope, type Relevance, relevanceOf } from "#shared/domain/eventbus/envelope.ts";
import { inputOf } from "#shared/domain/eventbus/run-input.ts";
import { traceHeaders } from "#shared/platform/trace.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import type { EventbusHolder } from "#shared/store/connection-claims.ts";
import { putDelivery } from "#shared/store/deliveries.ts";
import { claimDelivery } from "#shared/store/delivery-claims.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { type Action, transact } from "#shared/store/transact.ts";
import { connectionScope, countDelivery } from "#shared/store/webhook-counters.ts";
import { recordRefusal } from "#shared/use-cases/connections/record-refusal.ts";

/** Seconds in which an envelope id counts once: as long as EventBridge retries. */
const DUPLICATE_WINDOW = 24 * 3600;

/** A verified event at a tenant's URL. */
export interface Received {
  tenantId: string;
  event: Envelope;
  account: string;
  /** Which of the accepted secrets signed it. */
  secret: "current" | "previous";
  rawBody: Uint8Array;
  now: string;
}

export type Recorded =
  | { status: "accepted"; scope: string; job_id: string }
  | {
      status: "ignored";
      scope: string;
      reason: "unknown_event" | "connection_not_found" | "call_failed";
    }
  | { status: "duplicate" }
  | { status: "mismatch" };

/**
 * Decides on an event and writes everything that follows from it (claim of its id, job, audit row,
 * counter) in one transaction: a crash before the commit leaves nothing, so that the next delivery
 * is processed, and after it nothing is missing.
 *
 * The transaction has no condition on the connection, since a customer's events would then contend
 * for it. A run whose connection is deleted meanwhile fails and says so.
 * @param found the tenant's eventbus holder, just read
 */
export async function recordEvent(
  received: Received,
  found: EventbusHolder | null,
): Promise<Recorded> {
  const { account, event } = received;
  const relevance = relevanceOf(event);
  const { scope } = relevance;
  const holder = found?.status === "active" ? found : null;
  if (holder !== null && holder.remote_tenant_id !== account) {
    await refuseMismatch(received, scope, holder);
    return { status: "mismatch" };
  }
  const reason = reasonToIgnore(relevance, holder);
  return reason === null && holder !== null
    ? accept(received, scope, holder)
    : ignore(received, scope, holder, reason ?? "connection_not_found");
}

type Reason = (Recorded & { status: "ignored" })["reason"];

/**
 * An unknown event is ignored whoever sent it, a failed call only if a connection would take it.
 */
function reasonToIgnore(relevance: Relevance, holder: EventbusHolder | null): Reason | null {
  if (!relevance.relevant && relevance.reason === "unknown_event") return relevance.reason;
  if (holder === null) return "connection_not_found";
  return relevance.relevant ? null : relevance.reason;
}

async function accept(
  received: Received,
  scope: string,
  holder: EventbusHolder,
): Promise<Recorded> {
  const { tenantId, event, account, secret, now } = received;
  const { connection_id } = holder;
  const job_id = randomUUID();
  const run = newRun({
    id: job_id,
    connection_id,
    tenant_id: tenantId,
    kind: "partial",
    trigger: "cloudb_eventbus",
    created_at: now,
    input: inputOf(event),
    ...traceHeaders(),
  });
  const written = await claimAnd(received, scope, holder, [
    putNewRun(run),
    ...putAuditRow(
      row(received, "cloudb_eventbus.received", {
        ...about(event, scope),
        secret,
        account,
        connection_id,
        job_id,
      }),
    ),
    ...listed(received, scope, holder, "accepted", { job_id }),
  ]);
  return written === "duplicate" ? { status: "duplicate" } : { status: "accepted", scope, job_id };
}

async function ignore(
  received: Received,
  scope: string,
  holder: EventbusHolder | null,
  reason: Reason,
): Promise<Recorded> {
  const { event, account, secret } = received;
  const connection_id = holder?.connection_id ?? null;
  const context = { ...about(event, scope), secret, account, connection_id, reason };
  const written = await claimAnd(received, scope, holder, [
    ...putAuditRow(row(received, "cloudb_eventbus.ignored", context)),
    ...listed(received, scope, holder, "ignored", { reason }),
  ]);
  return written === "duplicate" ? { status: "duplicate" } : { status: "ignored", scope, reason };
}

async function claimAnd(
  received: Received,
  scope: string,
  holder: EventbusHolder | null,
  actions: readonly Action[],
): Promise<"written" | "duplicate"> {
  const { tenantId, event, now } = received;
  const claim = claimDelivery("cloudb_eventbus", tenantId, event.id, now, DUPLICATE_WINDOW);
  const outcome = await transact({ claim, actions });
  if (outcome.committed) return "written";
  await transact({ duplicate: listed(received, scope, holder, "duplicate", {}) });
  return "duplicate";
}

/** An event's entry in the lists. */
const entryOf = (
  { tenantId, event, rawBody, now }: Received,
  scope: string,
  holder: EventbusHolder | null,
  outcome: DeliveryResult,
): DeliveryEntry => ({
  id: randomUUID(),
  tenant_id: tenantId,
  channel: "cloudb_eventbus",
  connection_id: holder?.connection_id ?? null,
  delivery_id: event.id,
  received_at: now,
  event: event.source,
  scope,
  outcome,
  reason: null,
  job_id: null,
  payload_digest: sha256Hex(rawBody),
});

/** An event's entry in the lists and its count; one without a connection is not counted. */
function listed(
  received: Received,
  scope: string,
  holder: EventbusHolder | null,
  outcome: "accepted" | "ignored" | "duplicate",
  more: Partial<Pick<DeliveryEntry, "reason" | "job_id">>,
): Action[] {
  const entry = { ...entryOf(received, scope, holder, outcome), ...more };
  return [
    putDelivery(entry),
    ...(holder === null
      ? []
      : [countDelivery(connectionScope(holder.connection_id), outcome, received.now, entry.id)]),
  ];
}

const about = (event: Envelope, scope: string) => ({
  delivery_id: event.id,
  event: event.source,
  scope,
});

/** As with all refused events, only a bounded number of another account's events get a row. */
async function refuseMismatch(
  received: Received,
  scope: string,
  holder: EventbusHolder,
): Promise<void> {
  const { event, secret, account, rawBody } = received;
  const { connection_id, remote_tenant_id: expected_account } = holder;
  const entry = {
    ...entryOf(received, scope, holder, "account_mismatch"),
    reason: "account_mismatch",
  };
  await recordRefusal({
    entry,
    row: row(received, "cloudb_eventbus.account_mismatch", {
      ...about(event, scope),
      secret,
      account,
      expected_account,
      connection_id,
      payload_digest: sha256Hex(rawBody),
    }),
    counted: connectionScope(connection_id),
  });
}

const row = <A extends AuditAction>(
  { tenantId, event, now }: Received,
  action: A,
  context: AuditContext<A>,
): AuditRow =>
  auditRow({
    action,
    resourceId: event.id,
    tenantId,
    actorUserId: null,
    context,
    id: randomUUID(),
    at: now,
  });
