import { enforcementAt, lawChanges } from "#shared/domain/frameworks/enforcement.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { PLATFORM, type WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { putLawStart } from "#shared/store/law-starts.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { endpointsOf } from "#shared/store/webhook-endpoints.ts";
import { announceToListeners } from "./announce-event.ts";

/** How many days before a law starts it is announced, the larger number first. */
const THRESHOLDS = [30, 7] as const;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Announces every law that starts in 30 and in 7 days, once per rule, date and threshold. Writes
 * nothing while no endpoint of the platform listens for it.
 * @param now ISO 8601 UTC
 * @returns how many messages were written
 */
export async function announceLaws(now: string): Promise<{ announced: number }> {
  const endpoints = await endpointsOf(PLATFORM);
  const isWanted = endpoints.some(
    ({ enabled, events }) => enabled && events.includes("law.starts"),
  );
  if (!isWanted) return { announced: 0 };
  let announced = 0;
  for (const framework of await allFrameworks()) {
    if (framework.status === "current") announced += await announce(framework, now);
  }
  if (announced > 0) await announceToListeners();
  return { announced };
}

async function announce({ id }: Framework, now: string): Promise<number> {
  const [live, events] = await Promise.all([allLiveRules(id), enforcementOf(id)]);
  const today = now.slice(0, 10);
  const by = new Date(Date.parse(today) + THRESHOLDS[0] * DAY_MS).toISOString().slice(0, 10);
  const rules = live.map(({ rule }) => rule);
  const before = enforcementAt(events, today);
  const applies = new Map(rules.map((rule) => [rule.use_case_id, before(rule).in_force]));
  let announced = 0;
  for (const { day, to, use_case_ids } of lawChanges(rules, events, { after: today, by })) {
    if (to !== "in_force") continue;
    for (const use_case_id of use_case_ids) {
      // A law that is only resumed has started before.
      const state = applies.get(use_case_id);
      if (state !== "not_yet" && state !== "delayed") continue;
      const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
      const threshold = days <= THRESHOLDS[1] ? THRESHOLDS[1] : THRESHOLDS[0];
      const message: WebhookMessage = {
        type: "law.starts",
        timestamp: now,
        data: { framework_id: id, use_case_id, applies_from: day },
        audience: { owner: PLATFORM },
      };
      if (await putLawStart({ framework_id: id, use_case_id, day, threshold }, message)) {
        announced += 1;
      }
    }
  }
  return announced;
}
