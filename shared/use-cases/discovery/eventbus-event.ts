import { findingOf } from "#shared/domain/eventbus/run-input.ts";
import { recordGone } from "#shared/store/counted-artifacts.ts";
import type { DiscoveryStep } from "./step.ts";

/** An event from a customer's account: records or retires the one resource it names. */
export const eventFinding: DiscoveryStep = async ({ run }) => {
  const finding = findingOf(run.input);
  if (finding === null) return { outcome: "completed", artifacts: [], coverage: [] };
  if (finding.isGone) {
    const gone = { at: run.created_at, runId: run.id };
    await recordGone(run.connection_id, finding.found, gone);
    return { outcome: "completed", artifacts: [], coverage: [] };
  }
  return { outcome: "completed", artifacts: [finding.found], coverage: [] };
};
