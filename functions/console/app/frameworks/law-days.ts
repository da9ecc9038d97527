import { inDays } from "#shared/domain/frameworks/days.ts";
import {
  type EnforcementEvent,
  type LawChange,
  lawChanges,
} from "#shared/domain/frameworks/enforcement.ts";
import type { Row } from "./coverage-marks.tsx";
import { t } from "./texts.ts";

/** The last day that a law can have. */
const EVER = "9999-12-31";

/** The days on which the law of the rules changes. @param after YYYY-MM-DD */
export const changesOf = (
  rows: readonly Row[],
  events: readonly EnforcementEvent[],
  after: string,
): LawChange[] =>
  lawChanges(
    rows.map(({ use_case_id, applies_from, applies_until }) => ({
      use_case_id,
      ...(applies_from === null ? {} : { applies_from }),
      ...(applies_until === null ? {} : { applies_until }),
    })),
    events,
    { after, by: EVER },
  );

/** For each rule, the first day on which its law applies. */
export function startsIn(changes: readonly LawChange[]): ReadonlyMap<string, string> {
  const starts = new Map<string, string>();
  for (const { day, to, use_case_ids } of changes) {
    if (to !== "in_force") continue;
    for (const id of use_case_ids) if (!starts.has(id)) starts.set(id, day);
  }
  return starts;
}

/**
 * Whether the law of a group applies, or in how many days: `In force`, `in 10 days`. For a mixed group
 * it gives each text with its number of rules, the largest number first.
 * @param on the day of the report, YYYY-MM-DD
 */
export function lawOfGroup(
  rows: readonly Row[],
  starts: ReadonlyMap<string, string>,
  on: string,
): string {
  const counts = new Map<string, number>();
  for (const { use_case_id, in_force } of rows) {
    const start = in_force === "in_force" ? undefined : starts.get(use_case_id);
    const text =
      start === undefined
        ? t.inForce[in_force]
        : t.startsIn(in_force === "not_yet" ? "" : t.inForce[in_force], inDays(on, start));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const all = [...counts].sort(([, a], [, b]) => b - a);
  if (all.length === 1) return all[0]?.[0] ?? "";
  return all
    .map(([text, count]) => `${count} ${text.charAt(0).toLowerCase()}${text.slice(1)}`)
    .join(", ");
}
