import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/connections.ts";
import {
  claimChange,
  type InstallationClaim,
} from "#shared/domain/connections/installation-claim.ts";
import { rested } from "#shared/domain/connections/transitions.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type Delivery, installationIdOf } from "#shared/domain/sourcehost/delivery.ts";
import type { Holder } from "#shared/domain/sourcehost/dispatch.ts";
import { changeAction, getAnyConnection } from "#shared/store/connections.ts";
import {
  confirmInstallation,
  hasAsked,
  installationRead,
  moveInstallation,
} from "#shared/store/installations.ts";
import { nothing, readTogether } from "#shared/store/read-together.ts";
import { rowsOfDelivery } from "#shared/store/redelivery.ts";
import { tenantRead } from "#shared/store/tenants.ts";
import type { VerifiedDelivery } from "#shared/use-cases/connections/signed-channel.ts";

type AtPath = Pick<VerifiedDelivery<Delivery>, "tenantId" | "message" | "now">;

/**
 * The connection that holds the delivery's installation in the tenant of the path; another tenant's
 * connection counts as none. The signature proves that the source host sends this installation's
 * deliveries here: that confirms a provisional claim, or moves it to the path's tenant.
 * @throws DomainError `not_found` for an unknown tenant
 */
export async function findHolder(verified: AtPath): Promise<Holder | null> {
  const { tenantId, message, now } = verified;
  const id = installationIdOf(message.payload);
  const [{ tenant, claim }, rows] = await Promise.all([
    readTogether({
      tenant: tenantRead(tenantId),
      claim: id === null ? nothing : installationRead(id),
    }),
    eventsAboutRepositories.has(message.event) ? rowsOfDelivery(message.id) : [],
  ]);
  if (tenant === null) throw new DomainError("not_found", "Nothing was found at this path.");
  if (id === null || claim === null) return null;
  if (claim.tenant_id !== tenantId) {
    const mayMove = claim.confirmed_at === null && (await hasAsked(id, tenantId));
    if (claimChange(claim, tenantId, mayMove) === "move") await move(id, verified, claim);
    return null;
  }
  if (claimChange(claim, tenantId, false) === "confirm") {
    await confirmInstallation(id, tenantId, now);
  }
  const { connection_id, status, awake_at, suspended_at } = claim;
  if (connection_id === null) return null;
  // Somebody may have the host deliver again when the delivery's id no longer counts as a duplicate.
  const tookBefore = rows.some(
    ({ action, context }) =>
      action === "sourcehost_webhook.received" && context.connection_id === connection_id,
  );
  return { connection_id, status, awake_at, suspended_at, tookBefore };
}

const eventsAboutRepositories: ReadonlySet<string> = new Set(["push", "installation_repositories"]);

async function move(
  installationId: string,
  { tenantId, now }: AtPath,
  claim: InstallationClaim,
): Promise<void> {
  const { connection_id } = claim;
  const connection = connection_id === null ? null : await getAnyConnection(connection_id);
  if (connection === null || connection_id === null) return;
  const rest = rested(connection, { actorUserId: null, rowId: randomUUID(), at: now });
  await moveInstallation(
    installationId,
    { ...claim, connection_id },
    tenantId,
    rest === null
      ? undefined
      : { connection: changeAction(connection, rest.after), row: auditRow(rest.row) },
    now,
  );
}
