import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/connections.ts";
import { isRoleOf } from "#shared/domain/connections/connect-request.ts";
import type { ConnectionRecord } from "#shared/domain/connections/connection.ts";
import { hintFor } from "#shared/domain/connections/hints.ts";
import {
  canReauthorize,
  type Offer,
  reauthorized,
  verifiedAt,
} from "#shared/domain/connections/transitions.ts";
import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { DomainError, type FieldFault, noSuch } from "#shared/domain/errors.ts";
import { dropRefreshToken, keepRefreshToken } from "#shared/platform/secrets/refresh-tokens.ts";
import { getConnection } from "#shared/store/connections.ts";
import { endProbing } from "#shared/store/discovery-schedule.ts";
import { type Attempt, retryOnConflict, transactEach } from "#shared/store/transact.ts";
import { showConnection } from "./show-connection.ts";
import { writeChange } from "./write-change.ts";

interface Reauthorizing {
  connection: ConnectionRecord;
  offer: Offer;
  userId: string;
  /** ISO 8601 UTC. */
  now: string;
}

/**
 * Reauthorises a connection. It tries the authorisation at the provider first, and changes nothing if
 * the provider refuses (contract, `POST /connections/{id}/reauthorize`). An active connection with
 * nothing new gets no row: only the time when it was last seen to work is noted.
 * @throws DomainError `reauthorization_not_applicable`, `validation_failed`, `authorization_refused`,
 * `not_found`
 */
export async function reauthorizeConnection(request: Reauthorizing) {
  const { connection, offer, userId, now } = request;
  if (!canReauthorize(connection)) throw notApplicable(connection);
  refuseFaults(connection, offer);
  const { tryAuthorization } = await import("./try-authorization.ts");
  const tried = await tryAuthorization(connection, offer);
  if (!tried.ok) throw refusalOf(tried.fault);
  const token = offer.refresh_token;
  if (token !== undefined) await storeToken(connection, token);
  const after = await retryOnConflict(
    connection,
    async (before): Promise<Attempt<ConnectionRecord, ConnectionRecord>> => {
      const occurrence = { actorUserId: userId, rowId: randomUUID(), at: now };
      if (!canReauthorize(before)) throw notApplicable(before);
      const change = reauthorized(before, occurrence, offer);
      const changed = change?.after ?? verifiedAt(before, now);
      const row = change === null ? null : auditRow(change.row);
      if (await writeChange(before, changed, row)) return { done: changed };
      const present = await getConnection(connection.id, connection.tenant_id);
      if (present !== null) return { conflict: present };
      // The deletion dropped the earlier token before this call stored its own.
      if (token !== undefined) await dropRefreshToken(connection.id);
      throw noSuch("connection");
    },
  );
  if (after.subtype === "wif") await transactEach([endProbing(after.id)]);
  return showConnection(after);
}

/** The store may refuse the token because the connection was deleted while the token was tried. */
async function storeToken(connection: ConnectionRecord, token: string): Promise<void> {
  const { id, tenant_id } = connection;
  try {
    await keepRefreshToken(connection, token);
  } catch (error) {
    throw (await getConnection(id, tenant_id)) === null ? noSuch("connection") : error;
  }
}

const notApplicable = ({ subtype }: ConnectionRecord): DomainError =>
  new DomainError(
    "reauthorization_not_applicable",
    subtype === "eventbus"
      ? "An event bus has nothing to authorise: its events arrive by a rule of the customer's."
      : "The installation is removed or suspended at the source host; when it is back there, a delivery or the next successful run makes the connection active.",
  );

/** Each kind of connection takes its own field and no other. */
function refuseFaults(connection: ConnectionRecord, offer: Offer): void {
  const faults: FieldFault[] = [];
  const { subtype } = connection;
  const fault = (path: string, message: string) => faults.push({ path, message });
  if (subtype === "oauth_refresh" && offer.refresh_token === undefined) {
    fault("refresh_token", "is required for this connection");
  }
  if (subtype !== "oauth_refresh" && offer.refresh_token !== undefined) {
    fault("refresh_token", "does not apply to this kind of connection");
  }
  if (offer.role_arn !== undefined) {
    const { remote_tenant_id = null } = subtype === "assume_role" ? connection : {};
    if (subtype !== "assume_role") fault("role_arn", "does not apply to this kind of connection");
    else if (remote_tenant_id !== null && !isRoleOf(offer.role_arn, remote_tenant_id)) {
      fault("role_arn", "must name a role in the account that you entered");
    }
  }
  if (faults.length === 0) return;
  const named = faults.map(({ path }) => path).join(", ");
  throw new DomainError("validation_failed", `Not valid: ${named}.`, { errors: faults });
}

const refusalOf = (fault: UpstreamFault): DomainError =>
  new DomainError("authorization_refused", fault.description, {
    members: {
      stage: fault.stage,
      http_status: fault.http_status,
      upstream_code: fault.code,
      hint: hintFor(fault),
    },
  });
