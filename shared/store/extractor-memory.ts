import type { CachedAnswer } from "#shared/domain/extractors/cache.ts";
import type { Memory } from "#shared/domain/extractors/chain.ts";
import { type Cooldown, noCooldown } from "#shared/domain/extractors/cooldown.ts";
import type { CallEvents } from "#shared/domain/extractors/health.ts";
import { all, any, change, is, isAbove, isAbsent, isAtMost, isBelow, put } from "./item.ts";
import { getItems, type Item } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Action, transact } from "./transact.ts";

/*
 * EXTRACTOR#TENANT#<id> / CACHE#<request hash>     a successful answer; ttl
 * EXTRACTOR#TENANT#<id> / COOLDOWN#<config hash>   a chain entry's failures and cooldown; ttl
 * EXTRACTOR#TENANT#<id> / HEALTH                   when calls last succeeded and last failed
 *
 * Every key contains the tenant: no answer is ever shared (second seed, "Extractor
 * administration").
 */

const partition = (tenantId: string): string => `EXTRACTOR#TENANT#${tenantId}`;

const CACHE_SECONDS = 30 * 24 * 3600;
/** Far longer than any cooldown lasts. */
const COOLDOWN_SECONDS = 24 * 3600;

export interface MemoryOptions {
  tenantId: string;
  /** EXTRACTOR_CACHE_ENABLED. */
  cacheEnabled: boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** A chain's memory in the table, for one tenant; it cannot build another tenant's keys. */
export function extractorMemory({ tenantId, cacheEnabled, now }: MemoryOptions): Memory {
  const pk = partition(tenantId);
  const cacheKey = (request: string): Key => ({ pk, sk: `CACHE#${request}` });
  const cooldownKey = (config: string): Key => ({ pk, sk: `COOLDOWN#${config}` });
  const inSeconds = () => Math.floor(now() / 1000);
  /** DynamoDB deletes an item some time after its ttl; here it counts as gone at once. */
  const live = (item: Item | null | undefined): Item | null =>
    item != null && Number(item.ttl) > inSeconds() ? item : null;

  return {
    recall: async (configs, requests) => {
      const items = await getItems([
        ...configs.map(cooldownKey),
        ...(cacheEnabled ? requests.map(cacheKey) : []),
      ]);
      return {
        cooldowns: configs.map((_, i) => (live(items[i])?.cooldown as Cooldown) ?? noCooldown),
        cached: requests.map(
          (_, i) => (live(items[configs.length + i])?.answer as CachedAnswer) ?? null,
        ),
      };
    },
    moveCooldown: async (config, from, to) => {
      const outcome = await transact({
        cooldown: moveAction(cooldownKey(config), from, to, inSeconds()),
      });
      if (outcome.committed) return true;
      return (live(outcome.failed.get("cooldown"))?.cooldown as Cooldown) ?? noCooldown;
    },
    keep: async (request, answer) => {
      if (!cacheEnabled) return;
      const ttl = inSeconds() + CACHE_SECONDS;
      await transact({ answer: put({ ...cacheKey(request), answer, ttl }) });
    },
  };
}

/** Replaces the state only if it is as read; an item past its ttl counts as missing. */
function moveAction(key: Key, from: Cooldown, to: Cooldown, seconds: number): Action {
  const isNone = from.failures === 0 && from.openUntil === 0;
  const stands = is({
    "cooldown.failures": from.failures,
    "cooldown.openUntil": from.openUntil,
  });
  return put(
    { ...key, cooldown: to, ttl: seconds + COOLDOWN_SECONDS },
    isNone
      ? any(isAbsent("pk"), isAtMost("ttl", seconds), stands)
      : all(isAbove("ttl", seconds), stands),
  );
}

const healthKey = (tenantId: string): Key => ({
  pk: partition(tenantId),
  sk: "HEALTH",
});

const callEventsOf = (item: Item | null): CallEvents => ({
  last_success_at: (item?.last_success_at as string | undefined) ?? null,
  last_failure_at: (item?.last_failure_at as string | undefined) ?? null,
});

/** The call events of several tenants, by tenant id. */
export async function readCallEvents(
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, CallEvents>> {
  const items = await getItems(tenantIds.map(healthKey));
  return new Map(tenantIds.map((id, i) => [id, callEventsOf(items[i] ?? null)]));
}

/** Records call events; each timestamp only ever moves forward, whoever writes last. */
export async function recordCallEvents(tenantId: string, events: CallEvents): Promise<void> {
  const forward = (field: keyof CallEvents): Action[] =>
    events[field] === null
      ? []
      : [
          change(healthKey(tenantId), {
            set: { [field]: events[field] },
            where: any(isAbsent(field), isBelow(field, events[field])),
          }),
        ];
  const actions = [...forward("last_success_at"), ...forward("last_failure_at")];
  // One after the other: two transactions on the same item at once would conflict.
  for (const action of actions) await transact({ health: action });
}
