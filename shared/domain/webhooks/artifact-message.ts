import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import type { WebhookMessage } from "./event-types.ts";

/** What became of an artifact, when, and in which run; null: its connection was deleted. */
interface Told {
  type: "artifact.found" | "artifact.retired";
  /** ISO 8601 UTC. */
  at: string;
  runId: string | null;
}

/** The message to a tenant's endpoints about one artifact. */
export const artifactMessage = (
  {
    id,
    tenant_id,
    connection_id,
    kind,
  }: Pick<Artifact, "id" | "tenant_id" | "connection_id" | "kind">,
  { type, at, runId }: Told,
): WebhookMessage => ({
  type,
  timestamp: at,
  data: { artifact_id: id, connection_id, run_id: runId, kind },
  audience: { owner: tenant_id },
});
