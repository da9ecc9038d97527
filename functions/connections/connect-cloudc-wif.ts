import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { newConnection } from "#shared/domain/connections/connection.ts";
import { wifConnectSchema } from "#shared/domain/connections/wif-connect.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { cut } from "#shared/domain/text.ts";
import { bind } from "#shared/edge/bind.ts";
import { parsePart } from "#shared/edge/input.ts";
import { knownTenant } from "#shared/edge/known-tenant.ts";
import { wifRules } from "#shared/platform/issuer/cloudc-settings.ts";
import { cloudcRoutes } from "#shared/routes/table/cloudc.ts";
import { putNewConnection } from "#shared/store/connections.ts";
import { connectionCreated, refusals } from "#shared/use-cases/connections/connection-created.ts";

/** Connects without any secret: what is stored are names that the customer's cloud will check. */
export const handler = bind(
  cloudcRoutes.connectCloudcWif,
  knownTenant,
)(async ({ body, principal, now }) => {
  const wif = parsePart(wifConnectSchema(wifRules()), body);
  const connection = newConnection({
    id: randomUUID(),
    tenant_id: principal.tenantId,
    provider: "cloudc",
    subtype: "wif",
    display_name: cut(wif.service_account_email, 200),
    wif_audience: wif.wif_audience,
    wif_service_account_email: wif.service_account_email,
    scopes_granted: wif.project_ids.map((id) => `project:${id}`),
    created_at: now,
  });
  const creation = await putNewConnection(
    connection,
    auditRow(connectionCreated(connection, principal.userId)),
  );
  if (!creation.created) {
    throw new DomainError(creation.refusal, refusals[creation.refusal] ?? "Please repeat.");
  }
  return { status: 201, body: connection };
});
