import type { Area, Needs } from "./route.ts";

/** A function that no HTTP request calls: a schedule does. */
export interface Job {
  id: string;
  area: Area;
  summary: string;
  /** Name of the schedule, and of `POST /_local/schedules/{name}/run`. */
  schedule: { name: string; everyMinutes: number };
  timeoutSeconds: number;
  needs: Needs;
}

const job = <const J extends Job>(entry: J): J => entry;

export const jobs = {
  expireReviews: job({
    id: "expireReviews",
    area: "reviews",
    summary: "Sets pending reviews past their expiry to expired (daily)",
    schedule: { name: "expire-reviews", everyMinutes: 24 * 60 },
    timeoutSeconds: 900,
    needs: { table: "write" },
  }),
};

export type JobId = keyof typeof jobs;
