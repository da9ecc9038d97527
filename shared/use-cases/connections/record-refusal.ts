import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { DeliveryEntry } from "#shared/domain/connections/delivery.ts";
import { log } from "#shared/platform/log.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { putDelivery } from "#shared/store/deliveries.ts";
import { takeRefusalRow } from "#shared/store/refusal-rows.ts";
import { transact } from "#shared/store/transact.ts";
import { type CounterScope, countDelivery } from "#shared/store/webhook-counters.ts";

interface Refusal {
  entry: DeliveryEntry;
  row: AuditRow;
  counted: CounterScope;
}

/**
 * Records a refused delivery of a tenant that exists. Anyone can send one, so what it writes is
 * bounded: at most 60 rows a clock minute, and beyond that one small write per delivery for the
 * counter (contract, "Webhooks").
 */
export async function recordRefusal({ entry, row, counted }: Refusal): Promise<void> {
  const { channel, tenant_id, delivery_id, reason, received_at, id } = entry;
  log("warn", "webhook_refused", { channel, tenant_id, delivery_id, reason });
  const count = countDelivery(counted, "rejected", received_at, id);
  const hasRow = await takeRefusalRow(tenant_id, received_at);
  await transact({ count, row: hasRow ? [...putAuditRow(row), putDelivery(entry)] : undefined });
}
