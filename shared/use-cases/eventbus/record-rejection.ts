import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { cut } from "#shared/domain/text.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { transact } from "#shared/store/transact.ts";
import { countDelivery, eventbusScope } from "#shared/store/webhook-counters.ts";

interface Rejected {
  tenantId: string | null;
  headers: Readonly<Record<string, string>>;
  rawBody: Uint8Array;
  reason: string;
  now: string;
}

/** Of a refused delivery only the digest of its bytes is kept; its headers are only claims. */
export async function recordRejection(rejected: Rejected): Promise<void> {
  const { tenantId, headers, rawBody, reason, now } = rejected;
  const id = randomUUID();
  const delivery_id = cut(headers["webhook-id"]?.trim() ?? "", 200) || null;
  const context = { delivery_id, event: "unknown", scope: "unknown", reason };
  await transact({
    row: putAuditRow(
      auditRow({
        action: "cloudb_eventbus.rejected",
        resourceId: delivery_id ?? id,
        tenantId,
        actorUserId: null,
        context: { ...context, payload_digest: sha256Hex(rawBody) },
        id,
        at: now,
      }),
    ),
    counter:
      tenantId === null ? undefined : countDelivery(eventbusScope(tenantId), "rejected", now, id),
  });
}
