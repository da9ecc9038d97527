import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import type { SignatureFault } from "#shared/domain/connections/delivery.ts";
import { deliveryIdOf, eventOf } from "#shared/domain/sourcehost/delivery.ts";
import { readTenant } from "#shared/store/tenants.ts";
import { sourcehostScope } from "#shared/store/webhook-counters.ts";
import { recordRefusal } from "#shared/use-cases/connections/record-refusal.ts";

interface Refused {
  /** null: the path names no tenant. */
  tenantId: string | null;
  headers: Readonly<Record<string, string>>;
  rawBody: Uint8Array;
  reason: SignatureFault;
  now: string;
}

/**
 * Records a delivery without a valid signature (second seed, "Receiver rules" 2). Only the digest
 * of its body is kept; its headers are unverified. Nothing is written for a tenant that does not
 * exist.
 */
export async function refuseDelivery(refused: Refused): Promise<void> {
  const { tenantId, headers, rawBody, reason, now } = refused;
  if (tenantId === null || (await readTenant(tenantId)) === null) return;
  const id = randomUUID();
  const delivery_id = deliveryIdOf(headers);
  const event = eventOf(headers);
  const payload_digest = sha256Hex(rawBody);
  await recordRefusal({
    entry: {
      id,
      tenant_id: tenantId,
      channel: "sourcehost",
      connection_id: null,
      delivery_id,
      received_at: now,
      event,
      scope: event,
      outcome: "rejected",
      reason,
      job_id: null,
      payload_digest,
    },
    row: auditRow({
      action: "sourcehost_webhook.rejected",
      resourceId: delivery_id ?? id,
      tenantId,
      actorUserId: null,
      context: {
        delivery_id,
        event,
        scope: event,
        reason,
        payload_digest,
      },
      id,
      at: now,
    }),
    counted: sourcehostScope(tenantId),
  });
}
