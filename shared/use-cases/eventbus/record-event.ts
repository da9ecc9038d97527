import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import type { AuditAction, AuditContext } from "#shared/domain/audit/vocabulary.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { newRun } from "#shared/domain/discovery/run.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type Envelope, relevanceOf } from "#shared/domain/eventbus/envelope.ts";
import { inputOf } from "#shared/domain/eventbus/run-input.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import {
  type EventbusHolder,
  eventbusClaimKey,
  getEventbusHolder,
} from "#shared/store/connections.ts";
import { claimDelivery } from "#shared/store/delivery-claims.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { type Action, transact } from "#shared/store/transact.ts";
import { connectionScope, countDelivery } from "#shared/store/webhook-counters.ts";

/** Seconds in which an envelope id counts once: as long as EventBridge delivers again. */
const DUPLICATE_WINDOW = 24 * 3600;
const MOST_ATTEMPTS = 3;

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
 * counter) in one transaction: a crash before it leaves nothing, so that the next delivery is
 * processed, and after it nothing is missing.
 * @param known the tenant's holder as read a moment ago; it is read anew once it has changed
 */
export async function recordEvent(
  received: Received,
  known: EventbusHolder | null,
): Promise<Recorded> {
  const { tenantId, account, event } = received;
  const relevance = relevanceOf(event);
  const { scope } = relevance;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const found = attempt === 0 ? known : await getEventbusHolder(tenantId);
    const holder = found?.status === "active" ? found : null;
    if (holder !== null && holder.remote_tenant_id !== account) {
      await transact({ mismatch: mismatch(received, scope, holder) });
      return { status: "mismatch" };
    }
    const reason =
      !relevance.relevant && relevance.reason === "unknown_event"
        ? relevance.reason
        : holder === null
          ? "connection_not_found"
          : relevance.relevant
            ? null
            : relevance.reason;
    const written =
      reason === null && holder !== null
        ? await accept(received, scope, holder)
        : await ignore(received, scope, holder, reason ?? "connection_not_found");
    if (written !== null) return written;
  }
  throw new DomainError("dependency_unavailable", "The connection is changing; please repeat.");
}

async function accept(
  received: Received,
  scope: string,
  holder: EventbusHolder,
): Promise<Recorded | null> {
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
  });
  const written = await claimAnd(received, holder, [
    {
      ConditionCheck: {
        Key: eventbusClaimKey(tenantId),
        ConditionExpression: "#claim.#connection_id = :connection_id",
        ExpressionAttributeNames: { "#claim": "claim", "#connection_id": "connection_id" },
        ExpressionAttributeValues: { ":connection_id": connection_id },
      },
    },
    putNewRun(run),
    ...row(received, "cloudb_eventbus.received", {
      ...about(event, scope),
      secret,
      account,
      connection_id,
      job_id,
    }),
    countDelivery(connectionScope(connection_id), "accepted", now, job_id),
  ]);
  if (written === "changed") return null;
  return written === "duplicate" ? { status: "duplicate" } : { status: "accepted", scope, job_id };
}

async function ignore(
  received: Received,
  scope: string,
  holder: EventbusHolder | null,
  reason: "unknown_event" | "connection_not_found" | "call_failed",
): Promise<Recorded> {
  const { event, account, secret, now } = received;
  const connection_id = holder?.connection_id ?? null;
  const context = { ...about(event, scope), secret, account, connection_id, reason };
  const written = await claimAnd(received, holder, [
    ...row(received, "cloudb_eventbus.ignored", context),
    ...count(holder, "ignored", now),
  ]);
  return written === "duplicate" ? { status: "duplicate" } : { status: "ignored", scope, reason };
}

/** `changed`: something else than the claim of the event's id stood against it. */
async function claimAnd(
  { tenantId, event, now }: Received,
  holder: EventbusHolder | null,
  actions: readonly Action[],
): Promise<"written" | "duplicate" | "changed"> {
  const claim = claimDelivery("cloudb-eventbus", tenantId, event.id, now, DUPLICATE_WINDOW);
  const outcome = await transact({ claim, actions });
  if (outcome.committed) return "written";
  if (!outcome.failed.has("claim")) return "changed";
  const counted = count(holder, "duplicate", now);
  if (counted.length > 0) await transact({ counter: counted });
  return "duplicate";
}

const count = (
  holder: EventbusHolder | null,
  outcome: "ignored" | "duplicate" | "rejected",
  now: string,
): Action[] =>
  holder === null
    ? []
    : [countDelivery(connectionScope(holder.connection_id), outcome, now, randomUUID())];

const about = (event: Envelope, scope: string) => ({
  delivery_id: event.id,
  event: event.source,
  scope,
});

const mismatch = (received: Received, scope: string, holder: EventbusHolder): Action[] => [
  ...row(received, "cloudb_eventbus.account_mismatch", {
    ...about(received.event, scope),
    secret: received.secret,
    account: received.account,
    expected_account: holder.remote_tenant_id,
    connection_id: holder.connection_id,
    payload_digest: sha256Hex(received.rawBody),
  }),
  ...count(holder, "rejected", received.now),
];

const row = <A extends AuditAction>(
  { tenantId, event, now }: Received,
  action: A,
  context: AuditContext<A>,
): readonly Action[] =>
  putAuditRow(
    auditRow({
      action,
      resourceId: event.id,
      tenantId,
      actorUserId: null,
      context,
      id: randomUUID(),
      at: now,
    }),
  );
