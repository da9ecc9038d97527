import type { SourcehostConnection } from "#shared/domain/connections/connection.ts";
import type { DiscoveryStep } from "./step.ts";

/**
 * The platform holds no credential for the source host: what is known of it comes from pushes. A
 * full run says so in its coverage instead of pretending that nothing is there.
 */
export const listedByPushes: DiscoveryStep<SourcehostConnection> = async ({ connection }) => ({
  outcome: "completed",
  artifacts: [],
  coverage: [
    {
      project: `installation/${connection.installation_id}`,
      location: "global",
      kind: "repository",
      status: "partial",
      code: "recorded_from_pushes",
    },
  ],
});
