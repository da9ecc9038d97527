import * as z from "zod/mini";

/** What the law says of a rule at an instant. */
export const inForceStates = ["not_yet", "in_force", "ended"] as const;
export type InForce = (typeof inForceStates)[number];

/** The days on which the law behind a rule applies; a rule without them applies on every day. */
export interface Dated {
  /** The first day, YYYY-MM-DD; it begins at 00:00 UTC. */
  applies_from?: string | undefined;
  /** The last day, YYYY-MM-DD; it ends with its last millisecond in UTC. */
  applies_until?: string | undefined;
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day that exists, YYYY-MM-DD. */
export const isCalendarDay = (text: string): boolean => {
  if (!dayForm.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** A day of the calendar, YYYY-MM-DD. */
export const calendarDate = () =>
  z
    .string()
    .check(
      z.regex(dayForm, { error: "must be a date, YYYY-MM-DD", abort: true }),
      z.refine(isCalendarDay, "must be a day that exists"),
    );

/**
 * Whether the law behind a rule applies at an instant (contract, "Frameworks and rules").
 * @param at ISO 8601 UTC, as the service writes it
 */
export function inForceAt({ applies_from, applies_until }: Dated, at: string): InForce {
  const day = at.slice(0, 10);
  if (applies_from !== undefined && day < applies_from) return "not_yet";
  return applies_until !== undefined && day > applies_until ? "ended" : "in_force";
}
