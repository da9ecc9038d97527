import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { cut } from "#shared/domain/text.ts";
import { readTenant } from "#shared/store/tenants.ts";
import { eventbusScope } from "#shared/store/webhook-counters.ts";
import { recordRefusal } from "#shared/use-cases/connections/record-refusal.ts";

interface Refused {
  /** null: the path names no tenant. */
  tenantId: string | null;
  headers: Readonly<Record<string, string>>;
  rawBody: Uint8Array;
  reason: string;
  now: string;
}

const LONGEST_ID = 200;

/**
 * Records an event refused for its signature or form. Only the digest of its body is kept; its
 * headers are unverified. Nothing is written for a tenant that does not exist.
 */
export async function refuseEvent(refused: Refused): Promise<void> {
  const { tenantId, headers, rawBody, reason, now } = refused;
  if (tenantId === null || (await readTenant(tenantId)) === null) return;
  const id = randomUUID();
  const payload_digest = sha256Hex(rawBody);
  const delivery_id = cut(headers["webhook-id"]?.trim() ?? "", LONGEST_ID) || null;
  const about = { delivery_id, event: "unknown", scope: "unknown", reason };
  await recordRefusal({
    entry: {
      ...about,
      id,
      tenant_id: tenantId,
      channel: "cloudb_eventbus",
      connection_id: null,
      received_at: now,
      outcome: "rejected",
      job_id: null,
      payload_digest,
    },
    row: auditRow({
      action: "cloudb_eventbus.rejected",
      resourceId: delivery_id ?? id,
      tenantId,
      actorUserId: null,
      context: { ...about, payload_digest },
      id,
      at: now,
    }),
    counted: eventbusScope(tenantId),
  });
}
