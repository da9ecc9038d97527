import { artifactOfPush } from "#shared/domain/sourcehost/pushed-repository.ts";
import type { DiscoveryStep } from "./step.ts";

/** Handles a push to a default branch: one artifact for the repository, from the payload alone. */
export const pushedRepository: DiscoveryStep = async ({ run }) => ({
  outcome: "completed",
  artifacts: [artifactOfPush(run.input)],
  coverage: [],
});
