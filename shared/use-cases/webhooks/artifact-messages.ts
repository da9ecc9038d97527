import type { AuditRow } from "#shared/domain/audit/row.ts";
import { artifactMessage } from "#shared/domain/webhooks/artifact-message.ts";
import type { EventType, WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import {
  type ArtifactPosition,
  readArtifacts,
  type StoredArtifact,
} from "#shared/store/artifacts.ts";
import { readDeletions } from "#shared/store/connection-claims.ts";
import { getRun } from "#shared/store/discovery-runs.ts";
import { endpointsOf } from "#shared/store/webhook-endpoints.ts";

const PAGE = 200;

/**
 * The artifacts that a run found for the first time; those that it retired have events of their own.
 */
export async function foundMessages({ tenant_id, context, created_at }: AuditRow) {
  const type = "artifact.found";
  const run = (await isWanted(tenant_id, type)) ? await getRun(String(context.run_id)) : null;
  if (run === null) return [];
  const deletedAt = (await readDeletions(run.tenant_id, [run.connection_id])).get(
    run.connection_id,
  );
  // What a late run records of a deleted connection never existed for anybody.
  if (deletedAt !== undefined && deletedAt <= created_at) return [];
  return messagesAbout(run.connection_id, (artifact) =>
    artifact.found_by === run.id
      ? artifactMessage(artifact, { type, at: created_at, runId: run.id })
      : null,
  );
}

/** The artifacts that the deletion of a connection retired: all that were still there. */
export async function deletionMessages({ tenant_id, resource_id, created_at }: AuditRow) {
  const type = "artifact.retired";
  if (!(await isWanted(tenant_id, type))) return [];
  return messagesAbout(resource_id, (artifact) =>
    artifact.retired_at === null
      ? artifactMessage(artifact, { type, at: created_at, runId: null })
      : null,
  );
}

/** The artifacts of a connection are read only for a tenant that wants to hear of them. */
const isWanted = async (tenantId: string | null, type: EventType): Promise<boolean> =>
  (await endpointsOf(tenantId ?? "")).some(
    ({ enabled, events }) => enabled && events.includes(type),
  );

async function messagesAbout(
  connectionId: string,
  messageOf: (artifact: StoredArtifact) => WebhookMessage | null,
): Promise<WebhookMessage[]> {
  const messages: WebhookMessage[] = [];
  let after: ArtifactPosition | null = null;
  do {
    const page = await readArtifacts(connectionId, after, PAGE);
    messages.push(...page.artifacts.flatMap((artifact) => messageOf(artifact) ?? []));
    after = page.next;
  } while (after !== null);
  return messages;
}
