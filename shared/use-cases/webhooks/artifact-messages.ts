import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import type { WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import { type ArtifactPosition, readArtifacts } from "#shared/store/artifacts.ts";
import { getRun } from "#shared/store/discovery-runs.ts";
import { endpointsOf } from "#shared/store/webhook-endpoints.ts";

const PAGE = 200;

/**
 * What a run found for the first time, and what it retired. The connection's artifacts are read only
 * for a tenant that wants to hear of them.
 */
export async function artifactMessages(row: AuditRow): Promise<WebhookMessage[]> {
  const endpoints = await endpointsOf(row.tenant_id ?? "");
  const isWanted = endpoints.some(
    ({ enabled, events }) =>
      enabled && (events.includes("artifact.found") || events.includes("artifact.retired")),
  );
  const run = isWanted ? await getRun(String(row.context.run_id)) : null;
  if (run === null) return [];
  const messages: WebhookMessage[] = [];
  let after: ArtifactPosition | null = null;
  do {
    const page = await readArtifacts(run.connection_id, after, PAGE);
    for (const artifact of page.artifacts) {
      // An artifact is stamped with the time at which the run that found it was requested.
      if (artifact.first_seen_at === run.created_at) {
        messages.push(messageOf(row, artifact, "artifact.found"));
      }
      if (artifact.retired_at !== null && artifact.retired_at >= (run.started_at ?? "~")) {
        messages.push(messageOf(row, artifact, "artifact.retired"));
      }
    }
    after = page.next;
  } while (after !== null);
  return messages;
}

const messageOf = (
  { created_at: timestamp, tenant_id, context }: AuditRow,
  { id, connection_id, kind }: Artifact,
  type: "artifact.found" | "artifact.retired",
): WebhookMessage => ({
  type,
  timestamp,
  data: { artifact_id: id, connection_id, run_id: context.run_id, kind },
  audience: { owner: tenant_id ?? "" },
});
