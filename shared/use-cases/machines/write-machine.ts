import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/machines.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { fullIdOf, type Machine, PIPELINES, tenantOf } from "#shared/domain/machines/machine.ts";
import { writeMachine as writeItem } from "#shared/store/machines.ts";
import { prepareChain } from "#shared/store/row-chains.ts";

export interface Change {
  /** `platform`, `pipelines` or a tenant's id. */
  owner: string;
  id: string;
  actorUserId: string;
  now: string;
}

/** Starts to read the row that the machine's row will follow, in parallel with other reads. */
export const prepareRow = ({ owner, id }: Pick<Change, "owner" | "id">): void =>
  prepareChain(owner === PIPELINES ? "clearance_pipeline" : "machine", fullIdOf({ owner, id }));

/** Writes a machine (null: deletes it) with its audit row. @throws DomainError `conflict` */
export async function writeMachine(
  change: Change,
  revision: number,
  before: Machine | null,
  after: Machine | null,
): Promise<void> {
  const done = before === null ? "created" : after === null ? "deleted" : "updated";
  const row = rowOf(change, (after ?? before) as Machine, done);
  const outcome = await writeItem(change, revision, before, after, row);
  if (outcome.committed) return;
  throw new DomainError("conflict", "Someone else changed a machine in the meantime.");
}

function rowOf(
  { actorUserId, now }: Change,
  machine: Machine,
  done: "created" | "updated" | "deleted",
): AuditRow {
  const { display_name, issuer, audience, claims, framework_ids, scopes } = machine;
  const of = {
    resourceId: fullIdOf(machine),
    tenantId: tenantOf(machine),
    actorUserId,
    id: randomUUID(),
    at: now,
  };
  const context = {
    display_name,
    issuer,
    audience,
    claims: { ...claims },
    framework_ids: [...framework_ids],
  };
  if (machine.owner === PIPELINES) {
    return auditRow({ ...of, action: `clearance_pipeline.${done}`, context });
  }
  return auditRow({
    ...of,
    action: `machine.${done}`,
    context: { ...context, scopes: [...scopes] },
  });
}
