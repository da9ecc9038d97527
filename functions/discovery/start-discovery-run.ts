import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { newRun } from "#shared/domain/discovery/run.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { ownConnection } from "#shared/edge/own-connection.ts";
import { announceRun } from "#shared/platform/aws/worker-events.ts";
import { discoveryRoutes } from "#shared/routes/table/discovery.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { connectionKey } from "#shared/store/connections.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { transact } from "#shared/store/transact.ts";

export const handler = bind(
  discoveryRoutes.startDiscoveryRun,
  ownConnection,
)(async ({ guarded: connection, principal, now }) => {
  const run = newRun({
    id: randomUUID(),
    connection_id: connection.id,
    tenant_id: connection.tenant_id,
    kind: "full",
    trigger: "manual",
    created_at: now,
    requested_by: principal.userId,
  });
  const requested = auditRow({
    action: "discovery.run.requested",
    resourceId: connection.id,
    tenantId: connection.tenant_id,
    actorUserId: principal.userId,
    context: { connection_id: connection.id, run_id: run.id, status: run.status },
    id: randomUUID(),
    at: now,
  });
  const outcome = await transact({
    connection: {
      ConditionCheck: {
        Key: connectionKey(connection.id),
        ConditionExpression: "attribute_exists(pk)",
      },
    },
    run: putNewRun(run),
    row: putAuditRow(requested),
  });
  if (!outcome.committed) {
    throw new DomainError("not_found", "There is no such connection.");
  }
  await announceRun(run.id);
  return { status: 202, body: run };
});
