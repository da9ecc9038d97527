import { DomainError } from "#shared/domain/errors.ts";
import type { Rate } from "#shared/domain/limiter/rate.ts";
import { any, change, isAbsent, isBelow } from "./item.ts";
import { updateOf } from "./update.ts";

/*
 * RATE#<name>#<whose> / <clock minute or hour>: how many requests were counted then; kept for two hours
 */

const KEPT_SECONDS = 2 * 3600;

/** How many characters of an instant name its minute or hour, and how many seconds that lasts. */
const windows = {
  minute: { named: "2026-01-01T00:00".length, seconds: 60 },
  hour: { named: "2026-01-01T00".length, seconds: 3600 },
} as const satisfies Record<Rate["per"], object>;

/**
 * Counts one request against a rate, in one conditional write.
 * @param whose the tenant, person or room that the rate is counted for
 * @param tenantId the caller's tenant; null: none. Nothing is counted for a tenant that is being
 * removed
 * @param now ISO 8601 UTC
 * @throws DomainError `unknown_tenant`; `rate_limited` when this minute's or hour's requests are used
 * up; Retry-After
 *   names its end
 */
export async function takeFrom(
  rate: Rate,
  whose: string,
  now: string,
  tenantId: string | null,
): Promise<void> {
  const { named, seconds } = windows[rate.per];
  const at = Math.floor(Date.parse(now) / 1000);
  const counted = change(
    { pk: `RATE#${rate.name}#${whose}`, sk: now.slice(0, named) },
    {
      add: { taken: 1 },
      set: { ttl: at + KEPT_SECONDS },
      where: any(isAbsent("taken"), isBelow("taken", rate.most)),
    },
  );
  const { updated } = await updateOf(tenantId, counted);
  if (updated) return;
  throw new DomainError("rate_limited", rate.refusal, { retryAfter: seconds - (at % seconds) });
}
