import { artifactId } from "#shared/domain/discovery/artifact.ts";
import type { EventInput } from "#shared/domain/eventbus/run-input.ts";
import { recordGone } from "#shared/store/counted-artifacts.ts";
import { readDeletion } from "#shared/store/delivery-claims.ts";
import type { DiscoveryStep } from "./step.ts";

const nothingFound = { outcome: "completed" as const, artifacts: [], coverage: [] };

/**
 * An event from a customer's account: records or retires the one resource it names. An event that
 * happened before the resource's deletion and arrives after it records nothing.
 */
export const eventFinding: DiscoveryStep = async ({ run }) => {
  const { finding, at } = run.input as unknown as EventInput;
  if (finding === null) return nothingFound;
  if (finding.isGone) {
    const gone = { at: run.created_at, runId: run.id };
    await recordGone(run.connection_id, finding.found, gone);
    return nothingFound;
  }
  const id = artifactId(run.connection_id, finding.found);
  const deletedAt = await readDeletion("cloudb_eventbus", run.tenant_id, id);
  if (deletedAt !== null && (deletedAt > at || finding.found.isOnlyIfNew)) return nothingFound;
  return { outcome: "completed", artifacts: [finding.found], coverage: [] };
};
