import type { DiscoveryStep } from "./step.ts";

/**
 * The platform holds no credential for the source host: what is known of it comes from pushes. A
 * full run says so in its coverage instead of pretending that nothing is there.
 */
export const listedByPushes: DiscoveryStep = async ({ connection }) => ({
  outcome: "completed",
  artifacts: [],
  coverage: [
    {
      project: `installation/${connection.provider === "sourcehost" ? connection.installation_id : ""}`,
      location: "global",
      kind: "repository",
      status: "partial",
      code: "recorded_from_pushes",
    },
  ],
});
