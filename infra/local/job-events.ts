import { randomUUID } from "node:crypto";
import { type Job, jobs } from "../../shared/routes/jobs.ts";
import type { Runtime } from "./runtime.ts";

/** An event on the default bus, as a rule hands it to a function. */
export interface BusEvent {
  source: string;
  "detail-type": string;
  detail: unknown;
  time: string;
}

/** The rules that route events on the default bus to the jobs that name them. */
export interface JobEvents {
  /** Calls every job that waits for such an event, without waiting for its end. */
  deliver(event: BusEvent): void;
}

export function createJobEvents(runtime: Runtime, onError: (error: unknown) => void): JobEvents {
  const waiting = (Object.values(jobs) as readonly Job[]).filter((job) => job.event !== undefined);
  return {
    deliver: (event) => {
      const envelope = { version: "0", id: randomUUID(), region: "us-east-1", ...event };
      for (const { id, event: wanted } of waiting) {
        if (wanted?.source !== event.source || wanted.detailType !== event["detail-type"]) continue;
        runtime.invoke(id, envelope).catch(onError);
      }
    },
  };
}
