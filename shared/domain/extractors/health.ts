/** When a tenant's extractor last succeeded and last failed (ISO 8601 UTC; null: never). */
export interface CallEvents {
  last_success_at: string | null;
  last_failure_at: string | null;
}

export type Health = "green" | "amber" | "red" | "gray";

const GREEN_MS = 5 * 60_000;

/**
 * The health dot (second seed, "Extractor health dot"). The first rule that applies wins: gray
 * without events; red if the last failure is newer than the last success; green up to 5 minutes
 * after a success; amber after that (`last_success_at` gives the age).
 */
export function healthOf({ last_success_at, last_failure_at }: CallEvents, now: string): Health {
  if (last_success_at === null) return last_failure_at === null ? "gray" : "red";
  if (last_failure_at !== null && last_failure_at > last_success_at) return "red";
  return Date.parse(now) - Date.parse(last_success_at) <= GREEN_MS ? "green" : "amber";
}
