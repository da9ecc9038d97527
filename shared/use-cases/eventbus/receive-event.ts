import { DomainError } from "#shared/domain/errors.ts";
import { tenantIdOf } from "#shared/domain/tenants/tenant.ts";
import { announceRun } from "#shared/platform/aws/worker-events.ts";
import { getEventbusHolder } from "#shared/store/connection-claims.ts";
import { findSigningSecret } from "./find-signing-secret.ts";
import { readForwarded } from "./read-forwarded.ts";
import { type Recorded, recordEvent } from "./record-event.ts";
import { refuseEvent } from "./refuse-event.ts";

/** An event as it arrived at a tenant's URL. */
export interface Arrived {
  /** From the path, as sent. */
  tenant: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  rawBody: Uint8Array;
  /** ISO 8601 UTC. */
  now: string;
}

export type Receipt = Exclude<Recorded, { status: "mismatch" }> & { delivery_id: string };

/**
 * Receives an event that the receiver function forwarded (second seed, "Webhook receiver
 * outcomes"). Checks in order: secret, signature over the bytes, form, account, kind, duplicate;
 * then the job.
 * @throws DomainError `cloudb_eventbus_webhook_secret_not_configured`, `signature_mismatch`,
 * `account_mismatch`, `not_found` and those of {@link readForwarded}
 */
export async function receiveEvent(arrived: Arrived): Promise<Receipt> {
  const { headers, rawBody, now } = arrived;
  const tenantId = tenantIdOf(arrived.tenant);
  const refuse = (reason: string, fault: DomainError) =>
    refuseEvent({ tenantId, headers, rawBody, reason, now }).then(() => fault);
  // The account a tenant accepts events from depends only on the path, so it is read concurrently
  // with the secrets.
  const [signed, holder] = await Promise.all([
    findSigningSecret(headers, rawBody, now),
    tenantId === null ? null : getEventbusHolder(tenantId),
  ]);
  if (signed.secret === null) {
    const text = "webhook-signature does not match, or the timestamp is out of tolerance.";
    throw await refuse(signed.fault, new DomainError("signature_mismatch", text));
  }
  if (tenantId === null) throw new DomainError("not_found", "Nothing was found at this path.");
  const read = readForwarded(headers, rawBody, tenantId);
  if (!read.ok) throw await refuse(read.fault.code, read.fault);
  const { event, account } = read;
  const secret = signed.secret.which;
  const recorded = await recordEvent({ tenantId, event, account, secret, rawBody, now }, holder);
  if (recorded.status === "mismatch") {
    throw new DomainError(
      "account_mismatch",
      "The event comes from another account than the tenant's event-bus connection names.",
    );
  }
  if (recorded.status === "accepted") await announceRun(recorded.job_id);
  return { ...recorded, delivery_id: event.id };
}
