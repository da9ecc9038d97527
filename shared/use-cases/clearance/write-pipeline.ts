import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/clearance.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Pipeline } from "#shared/domain/clearance/pipeline.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { writePipeline as writeItem } from "#shared/store/pipelines.ts";

export interface Change {
  id: string;
  actorUserId: string;
  now: string;
}

/** Writes a pipeline (null: deletes it) with its audit row. @throws DomainError `conflict` */
export async function writePipeline(
  { id, actorUserId, now }: Change,
  before: Pipeline | null,
  after: Pipeline | null,
  done: "created" | "updated" | "deleted",
): Promise<void> {
  const { display_name, issuer, audience, claims, framework_ids } = (after ?? before) as Pipeline;
  const row: AuditRow = auditRow({
    action: `clearance_pipeline.${done}`,
    resourceId: id,
    tenantId: null,
    actorUserId,
    context: {
      display_name,
      issuer,
      audience,
      claims: { ...claims },
      framework_ids: [...framework_ids],
    },
    id: randomUUID(),
    at: now,
  });
  const outcome = await writeItem(id, before, after, row);
  if (outcome.committed) return;
  throw new DomainError("conflict", "Someone else changed the pipeline in the meantime.");
}
