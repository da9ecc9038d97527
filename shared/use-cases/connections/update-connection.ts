import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/connections.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { type ConnectionEdit, updated } from "#shared/domain/connections/transitions.ts";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { changeConnection, getConnection } from "#shared/store/connections.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";
import { showConnection } from "./show-connection.ts";

interface Editing {
  connection: ConnectionRecord;
  edit: ConnectionEdit;
  userId: string;
  /** ISO 8601 UTC. */
  now: string;
}

/**
 * Renames a connection or changes its projects (contract, `PATCH /connections/{id}`). An edit that
 * changes nothing writes no row.
 * @throws DomainError `validation_failed` for projects on a connection that cannot have any,
 * `not_found`
 */
export async function updateConnection(editing: Editing) {
  const { connection, edit, userId, now } = editing;
  if (edit.project_ids !== undefined && connection.provider !== "cloudc") {
    throw new DomainError("validation_failed", "Not valid: project_ids.", {
      errors: [{ path: "project_ids", message: "does not apply to this kind of connection" }],
    });
  }
  const after = await retryOnConflict(
    connection,
    async (before): Promise<Attempt<ConnectionRecord, ConnectionRecord>> => {
      const change = updated(before, edit, { actorUserId: userId, rowId: randomUUID(), at: now });
      if (change === null) return { done: before };
      const outcome = await changeConnection(before, change.after, auditRow(change.row));
      if (outcome.committed) return { done: change.after };
      const present = await getConnection(connection.id, connection.tenant_id);
      if (present === null) throw noSuch("connection");
      return { conflict: present };
    },
  );
  return showConnection(after);
}
