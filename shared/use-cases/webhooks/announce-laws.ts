import {
  type EnforcementEvent,
  EVER,
  enforcementAt,
  lawChanges,
} from "#shared/domain/frameworks/enforcement.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
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
  const starts = lawChanges(rules, events, { after: today, by }).filter(
    ({ to }) => to === "in_force",
  );
  const named = new Set(starts.flatMap(({ use_case_ids }) => use_case_ids));
  const applied = appliedBy(
    rules.filter(({ use_case_id }) => named.has(use_case_id)),
    events,
    today,
  );
  let announced = 0;
  for (const { day, from, use_case_ids } of starts) {
    for (const use_case_id of use_case_ids) {
      // A law that is only resumed has started before.
      if (from === "suspended" && applied.has(use_case_id)) continue;
      applied.add(use_case_id);
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

/** The rules whose law has applied on some day up to and including this one (YYYY-MM-DD). */
function appliedBy(
  rules: readonly Rule[],
  events: readonly EnforcementEvent[],
  by: string,
): Set<string> {
  const first = enforcementAt(events, EVER.after);
  const atFirst = rules.filter((rule) => first(rule).in_force === "in_force");
  const later = lawChanges(rules, events, { ...EVER, by }).filter(({ to }) => to === "in_force");
  return new Set([
    ...atFirst.map(({ use_case_id }) => use_case_id),
    ...later.flatMap(({ use_case_ids }) => use_case_ids),
  ]);
}
