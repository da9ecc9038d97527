import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { byDay, enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import { eventIn } from "#shared/domain/frameworks/plan-enforcement.ts";
import { enforcementOf, enforcementVersions } from "#shared/store/enforcement.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { rulesAt } from "#shared/use-cases/standing/rules-at.ts";

/**
 * A framework's enforcement events with every version of them, and whether each rule's law applies
 * at an instant, whenever the events were recorded.
 * @param asOf ISO 8601 UTC; null: now
 * @throws DomainError `not_found` for an unknown framework, or an instant before its first import
 */
export async function getEnforcement(frameworkId: string, asOf: string | null, now: string) {
  const at = asOf ?? now;
  const [framework, live, stored, versions] = await Promise.all([
    getFramework(frameworkId),
    allLiveRules(frameworkId),
    enforcementOf(frameworkId),
    enforcementVersions(frameworkId),
  ]);
  if (framework === null) throw noSuch("framework");
  const rules = await rulesAt(live, at < now ? at : null);
  if (at < now && rules.length === 0) {
    throw new DomainError("not_found", "The framework had no rules at that instant.");
  }
  const lawOf = enforcementAt(stored, at);
  const byEvent = Map.groupBy(versions, ({ id }) => id);
  return {
    framework_id: frameworkId,
    as_of: asOf,
    events: stored.toSorted(byDay).map((event) => ({
      ...eventIn(event),
      recorded_at: event.recorded_at,
      versions: byEvent.get(event.id) ?? [],
    })),
    rules: rules.map(({ use_case_id, rule }) => {
      const { in_force, enforcement } = lawOf(rule);
      return { use_case_id, in_force, event_id: enforcement?.id ?? null };
    }),
  };
}
