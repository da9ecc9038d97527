import { artifactId } from "#shared/domain/discovery/artifact.ts";
import type { EventInput } from "#shared/domain/eventbus/run-input.ts";
import { recordGone } from "#shared/store/counted-artifacts.ts";
import { lastSaid } from "#shared/store/delivery-claims.ts";
import type { DiscoveryStep } from "./step.ts";

const nothingFound = { outcome: "completed" as const, artifacts: [], coverage: [] };

/**
 * An event from a customer's account: records or retires the one resource it names. Events arrive in any
 * order, so one that happened before the resource's deletion records nothing, and a deletion that
 * happened before the resource existed again, or before a full run listed it, retires nothing.
 */
export const eventFinding: DiscoveryStep = async ({ run }) => {
  const { finding, at } = run.input as unknown as EventInput;
  if (finding === null) return nothingFound;
  const { found, isGone } = finding;
  const resource = {
    channel: "cloudb_eventbus",
    tenantId: run.tenant_id,
    artifactId: artifactId(run.connection_id, found),
  } as const;
  if (isGone) {
    const thereAt = await lastSaid("THERE", resource);
    const wasThereLater = thereAt !== null && thereAt > at;
    if (!wasThereLater)
      await recordGone(run.connection_id, found, { at: run.created_at, runId: run.id }, at);
    return nothingFound;
  }
  const goneAt = await lastSaid("GONE", resource);
  if (goneAt !== null && (goneAt > at || found.isOnlyIfNew)) return nothingFound;
  return { outcome: "completed", artifacts: [found], coverage: [] };
};
