import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { type Member, namesTenant, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { connectionRead, getConnection } from "#shared/store/connections.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { tenantRead } from "#shared/store/tenants.ts";
import { isKnown, keepKnown } from "./known-tenant.ts";

/**
 * Guard of routes about one connection: the tenant has to exist and the connection has to belong to it.
 * Both are read in one round trip if the instance does not know the tenant yet.
 * @throws DomainError `unknown_tenant`, `not_found`
 */
export async function ownConnection({
  params,
  principal,
}: {
  params: { id: string };
  principal: Member;
}): Promise<ConnectionRecord> {
  const { tenantId } = principal;
  const connection = isKnown(tenantId)
    ? await getConnection(params.id, tenantId)
    : await withTenant(params.id, tenantId);
  if (connection === null) throw noSuch("connection");
  return connection;
}

async function withTenant(id: string, tenantId: string): Promise<ConnectionRecord | null> {
  if (!namesTenant(tenantId)) throw unknownTenant();
  const { tenant, connection } = await readTogether({
    tenant: tenantRead(tenantId),
    connection: connectionRead(id),
  });
  if (tenant === null) throw unknownTenant();
  keepKnown(tenantId);
  return connection?.tenant_id === tenantId ? connection : null;
}
