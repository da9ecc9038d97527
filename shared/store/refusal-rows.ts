import { REFUSAL_ROWS_A_MINUTE } from "#shared/domain/connections/limits.ts";
import { any, change, isAbsent, isBelow } from "./item.ts";
import { updateOf } from "./update.ts";

/*
 * REFUSALS#<tenant_id> / <clock minute>: how many rows refused deliveries wrote in that minute;
 * kept for an hour.
 */

/**
 * Tenants whose rows for a minute are used up, as far as this instance knows; it saves another write.
 */
const usedUp = new Map<string, string>();
const MAX_KEPT = 1000;

/**
 * Takes one of the rows a tenant's refused deliveries may write in the clock minute of `now`.
 * @returns false if that minute's rows are used up
 */
export async function takeRefusalRow(tenantId: string, now: string): Promise<boolean> {
  const minute = now.slice(0, 16);
  if (usedUp.get(tenantId) === minute) return false;
  const taken = change(
    { pk: `REFUSALS#${tenantId}`, sk: minute },
    {
      add: { rows: 1 },
      set: { ttl: Math.floor(Date.parse(now) / 1000) + 3600 },
      where: any(isAbsent("rows"), isBelow("rows", REFUSAL_ROWS_A_MINUTE)),
    },
  );
  const { updated } = await updateOf(tenantId, taken);
  if (updated) return true;
  if (usedUp.size >= MAX_KEPT) usedUp.clear();
  usedUp.set(tenantId, minute);
  return false;
}
