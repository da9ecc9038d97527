import { inDays } from "#shared/domain/frameworks/days.ts";
import {
  type EnforcementEvent,
  EVER,
  type LawChange,
  type LawDay,
  lawChanges,
  nextStart,
} from "#shared/domain/frameworks/enforcement.ts";
import type { Row } from "./coverage-marks.tsx";
import { t } from "./texts.ts";

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
    { ...EVER, after },
  );

/**
 * Whether the law of a group applies, or in how many days: `In force`, `in 10 days`. For a mixed group
 * it gives each text with its number of rules, the largest number first.
 * @param on the day of the report, YYYY-MM-DD
 */
export function lawOfGroup(
  rows: readonly Row[],
  lawDays: ReadonlyMap<string, readonly LawDay[]>,
  on: string,
): string {
  const counts = new Map<string, number>();
  for (const { use_case_id, in_force } of rows) {
    const start = in_force === "in_force" ? null : nextStart(lawDays.get(use_case_id), on);
    const text =
      start === null
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
