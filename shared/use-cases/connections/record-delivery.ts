import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/deliveries.ts";
import type { DeliveryEntry } from "#shared/domain/connections/delivery.ts";
import { newRun } from "#shared/domain/discovery/run.ts";
import { log, traceHeaders } from "#shared/platform/log.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { putDelivery } from "#shared/store/deliveries.ts";
import { claim } from "#shared/store/delivery-claims.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { takeRefusalRow } from "#shared/store/refusal-rows.ts";
import { readTenant } from "#shared/store/tenants.ts";
import { type Action, transact } from "#shared/store/transact.ts";
import {
  type CounterScope,
  connectionScope,
  countDelivery,
  tenantScope,
} from "#shared/store/webhook-counters.ts";
import type {
  Audited,
  Decision,
  Named,
  ReceivedDelivery,
  SignedChannel,
  VerifiedDelivery,
} from "./signed-channel.ts";

export type Receipt<Reason extends string, JobId extends string | null> = {
  delivery_id: string;
  scope: string;
} & (
  | { status: "accepted"; job_id: JobId }
  | { status: "ignored"; reason: Reason }
  | { status: "duplicate" }
);

/** The facts recorded with every delivery, whatever its outcome. */
type Facts = Named & Pick<VerifiedDelivery<unknown>, "tenantId" | "payload_digest" | "now">;
type Holder = { connection_id: string } | null;
type Recording = Pick<
  SignedChannel<never, never, never, never, never>,
  "name" | "duplicateWindow" | "countsWithoutHolder"
>;

/**
 * Writes all consequences of a decision (claim, run, other changes, audit row, entry, counter) in one
 * transaction. A crash before the commit leaves nothing, so that a redelivery is processed; a crash
 * after it loses nothing.
 *
 * The transaction has no condition on the connection, since the connection's deliveries would then
 * contend for it. A run whose connection is deleted meanwhile fails and says so.
 * @returns null if the state on which the decision was made has changed meanwhile
 * @throws DomainError the fault of a delivery that is refused
 */
export async function recordDelivery<Reason extends string, JobId extends string | null>(
  channel: Recording,
  delivery: VerifiedDelivery<unknown>,
  holder: Holder,
  decision: Decision<Reason, JobId>,
): Promise<Receipt<Reason, JobId> | null> {
  const { tenantId, delivery_id, scope, now } = delivery;
  if (decision.do === "refuse") {
    const { outcome, audited, fault } = decision;
    const counted =
      holder === null ? tenantScope(channel.name, tenantId) : connectionScope(holder.connection_id);
    await recordRefusal(channel, delivery, { holder, outcome, reason: outcome, audited, counted });
    throw fault;
  }
  const isClaimed = decision.do === "accept" || decision.isClaimed;
  const { name, duplicateWindow: windowSeconds } = channel;
  const outcome = await transact({
    claim: isClaimed
      ? claim("CLAIM", { channel: name, tenantId, id: delivery_id, windowSeconds }, now)
      : undefined,
    body: claimBody(channel, delivery, decision),
    consequences: consequences(channel, delivery, holder, decision),
  });
  const named = { delivery_id, scope };
  if (outcome.committed) {
    return decision.do === "ignore"
      ? { status: "ignored", reason: decision.reason, ...named }
      : { status: "accepted", job_id: decision.job_id, ...named };
  }
  if (!outcome.failed.has("claim") && !outcome.failed.has("body")) return null;
  await transact({ duplicate: listed(channel, delivery, holder, "duplicate", {}) });
  return { status: "duplicate", ...named };
}

/** Some senders do not sign the delivery id: under another id, a captured body would count again. */
function claimBody(
  { name: channel }: Recording,
  { tenantId, payload_digest: id, now }: VerifiedDelivery<unknown>,
  decision: Exclude<Decision<string, string | null>, { do: "refuse" }>,
): Action | undefined {
  const windowSeconds = decision.do === "accept" ? decision.bodyWindow : undefined;
  return windowSeconds === undefined
    ? undefined
    : claim("BODY", { channel, tenantId, id, windowSeconds }, now);
}

function consequences(
  channel: Recording,
  delivery: VerifiedDelivery<unknown>,
  holder: Holder,
  decision: Exclude<Decision<string, string | null>, { do: "refuse" }>,
): Action[] {
  const row = putAuditRow(rowOf(delivery, decision.audited, randomUUID()));
  if (decision.do === "ignore") {
    const { reason } = decision;
    return [...row, ...listed(channel, delivery, holder, "ignored", { reason })];
  }
  const { run, job_id, changes = [] } = decision;
  const entry = listed(channel, delivery, holder, "accepted", { job_id });
  const starts = run !== null && job_id !== null && holder !== null;
  return [
    ...row,
    ...entry,
    ...(starts ? [putNewRun(runOf(delivery, holder.connection_id, job_id, run))] : []),
    ...changes,
  ];
}

const runOf = (
  { tenantId, now }: VerifiedDelivery<unknown>,
  connection_id: string,
  id: string,
  run: Pick<Parameters<typeof newRun>[0], "trigger" | "input">,
) =>
  newRun({
    id,
    connection_id,
    tenant_id: tenantId,
    kind: "partial",
    created_at: now,
    ...run,
    ...traceHeaders(),
  });

const rowOf = (facts: Facts, { action, context }: Audited, id: string) =>
  auditRow({
    action,
    context,
    resourceId: facts.delivery_id ?? id,
    tenantId: facts.tenantId,
    actorUserId: null,
    id,
    at: facts.now,
  });

const entryOf = (
  { name }: Recording,
  { tenantId, now, delivery_id, event, scope, payload_digest }: Facts,
  holder: Holder,
  about: Pick<DeliveryEntry, "id" | "outcome"> & Partial<Pick<DeliveryEntry, "reason" | "job_id">>,
): DeliveryEntry => ({
  tenant_id: tenantId,
  channel: name,
  connection_id: holder?.connection_id ?? null,
  delivery_id,
  received_at: now,
  event,
  scope,
  reason: null,
  job_id: null,
  payload_digest,
  ...about,
});

/** The entry of a delivery in the lists, and its count. */
function listed(
  channel: Recording,
  facts: Facts,
  holder: Holder,
  outcome: "accepted" | "ignored" | "duplicate",
  more: Partial<Pick<DeliveryEntry, "reason" | "job_id">>,
): Action[] {
  const entry = entryOf(channel, facts, holder, { id: randomUUID(), outcome, ...more });
  const counted =
    holder === null
      ? tenantScope(channel.name, facts.tenantId)
      : connectionScope(holder.connection_id);
  const isCounted = holder !== null || channel.countsWithoutHolder;
  return [
    putDelivery(entry),
    ...(isCounted ? [countDelivery(counted, outcome, facts.now, entry.id)] : []),
  ];
}

interface UnverifiedDelivery extends Pick<ReceivedDelivery, "headers" | "now"> {
  /** null: the path names no tenant. */
  tenantId: string | null;
  payload_digest: string;
  reason: string;
}

/**
 * Records a delivery refused for its signature or form. Only the digest of its body is kept; its
 * headers are unverified. Nothing is written for a tenant that does not exist.
 */
export async function recordUnverified(
  channel: Recording &
    Pick<SignedChannel<never, never, never, never, never>, "claimed" | "rejected">,
  { tenantId, headers, now, payload_digest, reason }: UnverifiedDelivery,
): Promise<void> {
  if (tenantId === null || (await readTenant(tenantId)) === null) return;
  const named = channel.claimed(headers);
  await recordRefusal(
    channel,
    { ...named, tenantId, payload_digest, now },
    {
      holder: null,
      outcome: "rejected",
      reason,
      audited: { action: channel.rejected, context: { ...named, reason, payload_digest } },
      counted: tenantScope(channel.name, tenantId),
    },
  );
}

interface Refusal {
  holder: Holder;
  outcome: "rejected" | "account_mismatch";
  reason: string;
  audited: Audited;
  counted: CounterScope;
}

/**
 * Anyone can send a delivery that is refused, so the writes for it are bounded: at most 60 rows a clock
 * minute, and beyond that one small write per delivery for the counter (contract, "Webhooks").
 */
async function recordRefusal(
  channel: Recording,
  facts: Facts,
  { holder, outcome, reason, audited, counted }: Refusal,
): Promise<void> {
  const id = randomUUID();
  const { tenantId, delivery_id, now } = facts;
  log("warn", "webhook_refused", {
    channel: channel.name,
    tenant_id: tenantId,
    delivery_id,
    reason,
  });
  const count = countDelivery(counted, "rejected", now, id);
  const hasRow = await takeRefusalRow(tenantId, now);
  const entry = entryOf(channel, facts, holder, { id, outcome, reason });
  const row = [...putAuditRow(rowOf(facts, audited, id)), putDelivery(entry)];
  await transact({ count, row: hasRow ? row : undefined });
}
