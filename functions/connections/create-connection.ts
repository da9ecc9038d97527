import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { newConnection } from "#shared/domain/connections/connection.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import {
  dropRefreshToken,
  keepRefreshToken,
  refreshTokenEntry,
} from "#shared/platform/secrets/refresh-tokens.ts";
import { connectionRoutes } from "#shared/routes/table/connections.ts";
import { putNewConnection } from "#shared/store/connections.ts";
import { connectionCreated, refusals } from "#shared/use-cases/connections/connection-created.ts";

export const handler = bind(
  connectionRoutes.createConnection,
  knownTenant,
)(async ({ body, principal, now }) => {
  const { refresh_token, ...fields } = body;
  const id = randomUUID();
  const connection = newConnection({
    ...fields,
    id,
    tenant_id: principal.tenantId,
    remote_tenant_id: fields.remote_tenant_id ?? null,
    installation_id: fields.installation_id ?? null,
    secret_ref: refresh_token == null ? "" : refreshTokenEntry(id),
    created_at: now,
  });
  // The secret first: a connection must never name one that was not written.
  if (refresh_token != null) await keepRefreshToken(id, refresh_token);
  const creation = await putNewConnection(
    connection,
    auditRow(connectionCreated(connection, principal.userId)),
  );
  if (!creation.created) {
    if (refresh_token != null) await dropRefreshToken(id);
    throw new DomainError(creation.refusal, refusals[creation.refusal] ?? "Please repeat.");
  }
  return { status: 201, body: connection };
});
