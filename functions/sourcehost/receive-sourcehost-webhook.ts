import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { deliveryIdOf, eventOf, readDelivery } from "#shared/domain/sourcehost/delivery.ts";
import { tenantIdOf } from "#shared/domain/tenants/tenant.ts";
import { bind } from "#shared/edge/bind.ts";
import { announceRun } from "#shared/platform/aws/worker-events.ts";
import { sourcehostRoutes } from "#shared/routes/table/sourcehost.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { transact } from "#shared/store/transact.ts";
import { countDelivery, sourcehostScope } from "#shared/store/webhook-counters.ts";
import { recordDelivery } from "#shared/use-cases/sourcehost/record-delivery.ts";
import { verifyDelivery } from "#shared/use-cases/sourcehost/verify-delivery.ts";

/** Order of work: secret, signature over the bytes, form, tenant, kind, duplicate, rules. */
export const handler = bind(sourcehostRoutes.receiveSourcehostWebhook)(
  async ({ params, headers, rawBody, now }) => {
    const tenantId = tenantIdOf(params.tenant_id);
    const secret = await verifyDelivery(headers["x-hub-signature-256"], rawBody, now);
    if (secret === null) {
      await recordRejection(tenantId, headers, rawBody, now);
      throw new DomainError("signature_mismatch", "X-Hub-Signature-256 does not match the body.");
    }
    const delivery = readDelivery(headers, rawBody);
    if (tenantId === null) throw new DomainError("not_found", "There is nothing under this path.");
    const { id: delivery_id, event: scope } = delivery;
    const recorded = await recordDelivery({ tenantId, delivery, secret: secret.which, now });
    switch (recorded.status) {
      case "duplicate":
        return { status: 200, body: { status: "duplicate", delivery_id } };
      case "ignored":
        return { status: 202, body: { ...recorded, delivery_id, scope } };
      case "accepted":
        if (recorded.job_id !== null) await announceRun(recorded.job_id);
        return { status: 202, body: { ...recorded, delivery_id, scope } };
    }
  },
);

/** Of a refused delivery only the digest of its bytes is kept; its headers are only claims. */
async function recordRejection(
  tenantId: string | null,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  now: string,
): Promise<void> {
  const id = randomUUID();
  const delivery_id = deliveryIdOf(headers);
  const row = auditRow({
    action: "sourcehost_webhook.rejected",
    resourceId: delivery_id ?? id,
    tenantId,
    actorUserId: null,
    context: {
      delivery_id,
      event: eventOf(headers),
      scope: eventOf(headers),
      payload_digest: sha256Hex(body),
    },
    id,
    at: now,
  });
  await transact({
    row: putAuditRow(row),
    counter:
      tenantId === null ? undefined : countDelivery(sourcehostScope(tenantId), "rejected", now, id),
  });
}
