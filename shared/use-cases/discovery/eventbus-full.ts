import type { DiscoveryStep } from "./step.ts";

/**
 * An eventbus connection holds no credential of the customer's account: what is known of it comes
 * from events. A full run says so in its coverage instead of pretending that nothing is there.
 */
export const listedByEvents: DiscoveryStep = async ({ connection }) =>
  connection.subtype === "eventbus"
    ? {
        outcome: "completed",
        artifacts: [],
        coverage: [
          {
            project: `account/${connection.remote_tenant_id}`,
            location: "global",
            kind: "event",
            status: "partial",
            code: "recorded_from_events",
          },
        ],
      }
    : {
        outcome: "failed",
        error: {
          code: "discovery_not_supported",
          message: "This kind of connection cannot be listed.",
        },
      };
