import { DomainError } from "#shared/domain/errors.ts";
import { readDelivery } from "#shared/domain/sourcehost/delivery.ts";
import { tenantIdOf } from "#shared/domain/tenants/tenant.ts";
import { announceRun } from "#shared/platform/aws/worker-events.ts";
import { findSigningSecret } from "./find-signing-secret.ts";
import { type Recorded, recordDelivery } from "./record-delivery.ts";
import { refuseDelivery } from "./refuse-delivery.ts";

/** A delivery as it arrived at a tenant's URL. */
export interface Arrived {
  /** From the path, as sent. */
  tenant: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  rawBody: Uint8Array;
  /** ISO 8601 UTC. */
  now: string;
}

export type Receipt = Recorded & { delivery_id: string; scope: string };

/**
 * Receives a delivery from the source host (second seed, "Receiver rules"). Checks in order:
 * secret, signature over the bytes, form, tenant, kind, duplicate, rules.
 * @throws DomainError `sourcehost_webhook_secret_not_configured`, `signature_mismatch`,
 *   `unsupported_media_type`, `malformed_payload`, `missing_delivery_id`, `not_found`
 */
export async function receiveDelivery(arrived: Arrived): Promise<Receipt> {
  const { headers, rawBody, now } = arrived;
  const tenantId = tenantIdOf(arrived.tenant);
  const signed = await findSigningSecret(headers["x-hub-signature-256"], rawBody, now);
  if (signed.secret === null) {
    await refuseDelivery({ tenantId, headers, rawBody, reason: signed.fault, now });
    throw new DomainError("signature_mismatch", "X-Hub-Signature-256 does not match the body.");
  }
  const delivery = readDelivery(headers, rawBody);
  if (tenantId === null) throw new DomainError("not_found", "Nothing was found at this path.");
  const recorded = await recordDelivery({
    tenantId,
    delivery,
    rawBody,
    secret: signed.secret.which,
    now,
  });
  if (recorded.status === "accepted" && recorded.job_id !== null) {
    await announceRun(recorded.job_id);
  }
  return { ...recorded, delivery_id: delivery.id, scope: delivery.event };
}
