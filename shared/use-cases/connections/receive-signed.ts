import { randomUUID } from "node:crypto";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { isUnknownTenant, tenantIdOf } from "#shared/domain/tenants/tenant.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { findSigningSecret } from "./find-signing-secret.ts";
import { type Receipt, recordDelivery, recordUnverified } from "./record-delivery.ts";
import type { ReceivedDelivery, SignedChannel, VerifiedDelivery } from "./signed-channel.ts";

/**
 * Receives a webhook's delivery (second seed, "Receiver rules" and "Webhook receiver outcomes"). Checks
 * in order: secret, signature over the bytes, form, tenant, then the channel's own decision. All
 * consequences are written in one transaction.
 * @throws DomainError the channel's `notConfigured`, `signature_mismatch`, `not_found`, and the
 * refusals of its `read` and `decide`
 */
export const receiveSigned = <
  Message,
  Holder extends { connection_id: string },
  Early,
  Reason extends string,
  JobId extends string | null,
>(
  channel: SignedChannel<Message, Holder, Early, Reason, JobId>,
  received: ReceivedDelivery,
): Promise<Receipt<Reason, JobId>> =>
  receive(channel, received).catch((error: unknown) => {
    // Nothing more is recorded for a tenant that was removed.
    throw isUnknownTenant(error) ? nothingHere() : error;
  });

const nothingHere = (): DomainError =>
  new DomainError("not_found", "Nothing was found at this path.");

async function receive<
  Message,
  Holder extends { connection_id: string },
  Early,
  Reason extends string,
  JobId extends string | null,
>(
  channel: SignedChannel<Message, Holder, Early, Reason, JobId>,
  received: ReceivedDelivery,
): Promise<Receipt<Reason, JobId>> {
  const { headers, rawBody, now } = received;
  const tenantId = tenantIdOf(received.tenant);
  const payload_digest = sha256Hex(rawBody);
  const refused = async (reason: string, fault: unknown) => {
    await recordUnverified(channel, { tenantId, headers, payload_digest, reason, now });
    return fault;
  };
  const [signed, early] = await Promise.all([
    findSigningSecret(channel, received),
    channel.prefetch(tenantId),
  ]);
  if (!signed.valid) {
    throw await refused(signed.fault, new DomainError("signature_mismatch", channel.mismatch));
  }
  const read = await readOr(channel, received, tenantId, refused);
  if (tenantId === null) throw nothingHere();
  const secret = signed.secret.which;
  const delivery: VerifiedDelivery<Message> = { ...read, tenantId, secret, payload_digest, now };
  const receipt = await retryOnConflict(null, async () => {
    const holder = await channel.find(delivery, early);
    const decision = channel.decide(delivery, holder, randomUUID());
    const recorded = await recordDelivery(channel, delivery, holder, decision);
    return recorded === null ? { conflict: null } : { done: recorded };
  });
  if (receipt.status === "accepted" && receipt.job_id !== null) {
    const { announceRun } = await import("#shared/platform/aws/worker-events.ts");
    await announceRun(receipt.job_id);
  }
  return receipt;
}

/** The delivery's content. A delivery that cannot be read is recorded if the channel says so. */
async function readOr<Message>(
  channel: Pick<SignedChannel<Message, never, unknown, never, never>, "read" | "recordsUnreadable">,
  { headers, rawBody }: ReceivedDelivery,
  tenantId: string | null,
  refused: (reason: string, fault: unknown) => Promise<unknown>,
) {
  try {
    return channel.read(headers, rawBody, tenantId);
  } catch (fault) {
    if (!channel.recordsUnreadable || !(fault instanceof DomainError)) throw fault;
    throw await refused(fault.code, fault);
  }
}
