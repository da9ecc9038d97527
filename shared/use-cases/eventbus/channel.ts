import type { SignatureFault } from "#shared/domain/connections/delivery.ts";
import { artifactId } from "#shared/domain/discovery/artifact.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type Verification, verifySignature } from "#shared/domain/eventbus/delivery-signature.ts";
import { type Envelope, type Relevance, relevanceOf } from "#shared/domain/eventbus/envelope.ts";
import { inputOf } from "#shared/domain/eventbus/run-input.ts";
import { cut } from "#shared/domain/text/text.ts";
import { createThrottle } from "#shared/platform/cache/throttle.ts";
import { type EventbusHolder, getEventbusHolder } from "#shared/store/connection-claims.ts";
import { noteSaid } from "#shared/store/delivery-claims.ts";
import type { Action } from "#shared/store/transact.ts";
import type {
  Decision,
  SignedChannel,
  VerifiedDelivery,
} from "#shared/use-cases/connections/signed-channel.ts";
import { readForwarded } from "./read-forwarded.ts";

const LONGEST_ID = 200;

/** A forwarded event, the account that it names, and whether the event matters. */
interface Message {
  event: Envelope;
  account: string;
  relevance: Relevance;
}

type Reason = "unknown_event" | "connection_not_found" | "call_failed";

/** The contract's name for each reason; the timestamp is signed as well, hence `no_match`. */
const faults = {
  missing_header: "missing_signature",
  malformed_header: "malformed_signature",
  timestamp_out_of_tolerance: "no_match",
  no_match: "no_match",
} as const satisfies Record<
  Extract<Verification<unknown>, { valid: false }>["reason"],
  SignatureFault
>;

/** The events that the receiver function forwards (second seed, "Webhook receiver outcomes"). */
export const eventbus: SignedChannel<
  Message,
  EventbusHolder,
  EventbusHolder | null,
  Reason,
  string
> = {
  name: "cloudb_eventbus",
  secret: "cloudb-eventbus-webhook-secret",
  notConfigured: {
    code: "cloudb_eventbus_webhook_secret_not_configured",
    text: "The platform admin has to provision the event bus's webhook secret first.",
  },
  mismatch: "webhook-signature does not match, or the timestamp is out of tolerance.",
  rejected: "cloudb_eventbus.rejected",
  // As long as EventBridge retries.
  duplicateWindow: 24 * 3600,
  countsWithoutHolder: false,
  recordsUnreadable: true,
  mayLookAgain: createThrottle(1000),
  verify: (secrets, headers, body, now) => {
    const found = verifySignature(secrets, headers, body, now);
    if (found.valid) return found;
    const { reason } = found;
    return { valid: false, fault: faults[reason], isUnknownSecret: reason === "no_match" };
  },
  claimed: (headers) => ({
    delivery_id: cut(headers["webhook-id"]?.trim() ?? "", LONGEST_ID) || null,
    event: "unknown",
    scope: "unknown",
  }),
  read: (headers, body, tenantId) => {
    if (tenantId === null) throw new DomainError("not_found", "Nothing was found at this path.");
    const read = readForwarded(headers, body, tenantId);
    if (!read.ok) throw read.fault;
    const { event, account } = read;
    const relevance = relevanceOf(event);
    const { scope } = relevance;
    const message = { event, account, relevance };
    return { delivery_id: event.id, event: event.source, scope, message };
  },
  // The holder depends only on the path.
  prefetch: async (tenantId) => (tenantId === null ? null : getEventbusHolder(tenantId)),
  find: async (_, found) => (found?.status === "active" ? found : null),
  decide,
};

function decide(
  delivery: VerifiedDelivery<Message>,
  holder: EventbusHolder | null,
  runId: string,
): Decision<Reason, string> {
  const { message, payload_digest } = delivery;
  const { event, account, relevance } = message;
  if (holder !== null && holder.remote_tenant_id !== account) {
    const { connection_id, remote_tenant_id: expected_account } = holder;
    return {
      do: "refuse",
      outcome: "account_mismatch",
      fault: new DomainError(
        "account_mismatch",
        "The event comes from another account than the tenant's event-bus connection names.",
      ),
      audited: {
        action: "cloudb_eventbus.account_mismatch",
        context: { ...about(delivery), expected_account, connection_id, payload_digest },
      },
    };
  }
  const reason = reasonToIgnore(relevance, holder);
  if (reason !== null || holder === null) {
    const connection_id = holder?.connection_id ?? null;
    const why = reason ?? "connection_not_found";
    return {
      do: "ignore",
      reason: why,
      isClaimed: true,
      audited: {
        action: "cloudb_eventbus.ignored",
        context: { ...about(delivery), connection_id, reason: why },
      },
    };
  }
  const { connection_id } = holder;
  const input = inputOf(event, delivery.now);
  return {
    do: "accept",
    job_id: runId,
    run: { trigger: "cloudb_eventbus", input },
    changes: saidIn(input, connection_id, delivery),
    audited: {
      action: "cloudb_eventbus.received",
      context: { ...about(delivery), connection_id, job_id: runId },
    },
  };
}

/** State changes that record an artifact only if it is new do not say whether the resource still exists. */
function saidIn(
  { finding, at }: ReturnType<typeof inputOf>,
  connectionId: string,
  { tenantId, now }: VerifiedDelivery<Message>,
): Action[] {
  if (finding === null || (finding.found.isOnlyIfNew && !finding.isGone)) return [];
  const resource = {
    channel: eventbus.name,
    tenantId,
    artifactId: artifactId(connectionId, finding.found),
  };
  return [noteSaid(finding.isGone ? "GONE" : "THERE", resource, at, now)];
}

const about = ({ delivery_id, event, scope, secret, message }: VerifiedDelivery<Message>) => ({
  delivery_id,
  event,
  scope,
  secret,
  account: message.account,
});

/**
 * An unknown event is ignored whoever sent it. A failed call is ignored only if a connection would take
 * it.
 */
function reasonToIgnore(relevance: Relevance, holder: EventbusHolder | null): Reason | null {
  if (!relevance.relevant && relevance.reason === "unknown_event") return relevance.reason;
  if (holder === null) return "connection_not_found";
  return relevance.relevant ? null : relevance.reason;
}
