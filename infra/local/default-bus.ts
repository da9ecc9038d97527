import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type AwsCall, type AwsJsonServer, startAwsJsonServer } from "./aws-json-server.ts";
import type { JobEvents } from "./job-events.ts";

const putEvents = z.object({
  Entries: z.array(z.object({ Source: z.string(), DetailType: z.string(), Detail: z.string() })),
});

/** The default event bus of the local run: PutEvents, delivered to the jobs that wait. */
export function startDefaultBus(
  jobEvents: () => JobEvents,
  now: () => number,
  onUnforeseen: (error: unknown) => void,
  authorize: (call: AwsCall) => void,
): Promise<AwsJsonServer> {
  return startAwsJsonServer({
    targetPrefix: "AWSEvents",
    now,
    onUnforeseen,
    authorize,
    actions: {
      PutEvents: ({ input, at }) => {
        const entries = putEvents.parse(input).Entries;
        for (const { Source, DetailType, Detail } of entries) {
          jobEvents().deliver({
            source: Source,
            "detail-type": DetailType,
            detail: JSON.parse(Detail),
            time: new Date(at).toISOString(),
          });
        }
        return { FailedEntryCount: 0, Entries: entries.map(() => ({ EventId: randomUUID() })) };
      },
    },
  });
}
