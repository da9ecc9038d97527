import * as z from "zod/mini";

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is an existing calendar day, YYYY-MM-DD. */
export const isCalendarDay = (text: string): boolean => {
  if (!dayForm.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Schema for an existing calendar day, YYYY-MM-DD. */
export const calendarDate = () =>
  z.string().check(
    z.regex(dayForm, "must be a date, YYYY-MM-DD"),
    z.refine((text) => !dayForm.test(text) || isCalendarDay(text), "must be a day that exists"),
  );

/** Whether both values are calendar days, and the first is before the second. */
export const isDayBefore = (day: unknown, other: unknown): boolean =>
  [day, other].every((one) => typeof one === "string" && isCalendarDay(one)) &&
  String(day) < String(other);

/** Whether a rule's law applies at an instant. */
export const inForceStates = ["not_yet", "in_force", "ended", "suspended", "delayed"] as const;
export type InForce = (typeof inForceStates)[number];

/** What a rule's dates alone can say. */
export type InForceByDates = Exclude<InForce, "suspended" | "delayed">;

/** The days on which a rule's law applies; without limits, it always applies. */
export interface Dated {
  /** The first day, YYYY-MM-DD, from 00:00 UTC. */
  applies_from?: string | undefined;
  /** The last day, YYYY-MM-DD, inclusive, in UTC. */
  applies_until?: string | undefined;
}

/**
 * Whether a rule's law applies at an instant by its dates alone; `enforcementAt` also follows stays
 * and delays.
 * @param at ISO 8601 UTC, as the service writes it
 */
export function inForceAt({ applies_from, applies_until }: Dated, at: string): InForceByDates {
  const day = at.slice(0, 10);
  if (applies_from !== undefined && day < applies_from) return "not_yet";
  return applies_until !== undefined && day > applies_until ? "ended" : "in_force";
}
