/** Whether a rule's law applies at an instant. */
export const inForceStates = ["not_yet", "in_force", "ended", "suspended", "delayed"] as const;
export type InForce = (typeof inForceStates)[number];

/** What a rule's dates alone can say. */
type InForceByDates = Exclude<InForce, "suspended" | "delayed">;

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
