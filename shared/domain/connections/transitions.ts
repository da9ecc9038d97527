import type { connectionActions } from "#shared/domain/audit/connections.ts";
import type { RowOf } from "#shared/domain/audit/row.ts";
import { type ConnectionKind, type ConnectionRecord, kindOf } from "./connection.ts";

/*
 * The lifecycle of a connection: created, updated, refused by its provider, reauthorised,
 * deactivated (a source-host installation that was suspended, removed or moved), deleted. Each
 * transition returns the connection's new state and its audit row, or null if nothing changes.
 */

/** The actor, time and audit row id of a transition. */
export interface Occurrence {
  /** The signed-in person; null if a provider or a job caused the change. */
  actorUserId: string | null;
  /** Id of the audit row. */
  rowId: string;
  /** ISO 8601 UTC. */
  at: string;
}

export type ConnectionAction = keyof typeof connectionActions;
type NewRow<A extends ConnectionAction> = RowOf<typeof connectionActions, A>;

export interface Transition<A extends ConnectionAction> {
  after: ConnectionRecord;
  row: NewRow<A>;
}

const rowAbout = <A extends ConnectionAction>(
  connection: ConnectionRecord,
  action: A,
  context: NewRow<A>["context"],
  { actorUserId, rowId, at }: Occurrence,
): NewRow<A> => ({
  action,
  resourceId: connection.id,
  tenantId: connection.tenant_id,
  actorUserId,
  context,
  id: rowId,
  at,
});

const identity = ({ id, provider, subtype, display_name }: ConnectionRecord) => ({
  connection_id: id,
  provider,
  subtype,
  display_name,
});

/** The audit row of a new connection. */
export const created = (
  connection: ConnectionRecord,
  occurrence: Occurrence,
): Transition<"connection.created"> => ({
  after: connection,
  row: rowAbout(
    connection,
    "connection.created",
    {
      ...identity(connection),
      remote_tenant_id: "remote_tenant_id" in connection ? connection.remote_tenant_id : null,
      installation_id: "installation_id" in connection ? connection.installation_id : null,
    },
    occurrence,
  ),
});

/** The audit row of a deleted connection. */
export const deleted = (
  connection: ConnectionRecord,
  occurrence: Occurrence,
): NewRow<"connection.deleted"> =>
  rowAbout(connection, "connection.deleted", identity(connection), occurrence);

/** What `PATCH /connections/{id}` may change. */
export interface ConnectionEdit {
  display_name?: string | undefined;
  /** cloud-c only. */
  project_ids?: readonly string[] | undefined;
}

/** Changes the name or the projects; null if neither differs. */
export function updated(
  connection: ConnectionRecord,
  edit: ConnectionEdit,
  occurrence: Occurrence,
): Transition<"connection.updated"> | null {
  const { display_name = connection.display_name, project_ids } = edit;
  const scopes = project_ids?.map((id) => `project:${id}`);
  const isRenamed = display_name !== connection.display_name;
  const hasOtherScopes =
    scopes !== undefined &&
    connection.provider === "cloudc" &&
    JSON.stringify(scopes) !== JSON.stringify(connection.scopes_granted);
  if (!isRenamed && !hasOtherScopes) return null;
  const after: ConnectionRecord = hasOtherScopes
    ? { ...connection, display_name, scopes_granted: scopes }
    : { ...connection, display_name };
  const changed = [
    ...(isRenamed ? ["display_name"] : []),
    ...(hasOtherScopes ? ["project_ids"] : []),
  ];
  const context = { connection_id: connection.id, status: connection.status, changed };
  return { after, row: rowAbout(connection, "connection.updated", context, occurrence) };
}

/** Which kinds have their own authorisation, which a provider can refuse. */
const isAuthorized: Record<ConnectionKind, boolean> = {
  sourcehost: true,
  eventbus: false,
  assume_role: true,
  wif: true,
  oauth_refresh: true,
};

/** Not an event bus, which has no authorisation, nor an inactive connection. */
export const canReauthorize = (connection: ConnectionRecord): boolean =>
  isAuthorized[kindOf(connection)] && connection.status !== "inactive";

/**
 * Reactivates a connection after a run that began while it was inactive has succeeded: the source host
 * has unsuspended the installation, and no delivery reported it. Null if the connection is not
 * inactive. The caller makes sure that the connection still holds its installation.
 */
export function woken(
  connection: ConnectionRecord,
  occurrence: Occurrence,
): Transition<"connection.reauthorized"> | null {
  if (connection.provider !== "sourcehost" || connection.status !== "inactive") return null;
  const after: ConnectionRecord = {
    ...connection,
    status: "active",
    authorized_at: occurrence.at,
  };
  const context = { connection_id: after.id, status: after.status };
  return { after, row: rowAbout(after, "connection.reauthorized", context, occurrence) };
}

/** The provider refused the connection's authorisation; null if known already or not applicable. */
export function refused(
  connection: ConnectionRecord,
  occurrence: Occurrence,
): Transition<"connection.needs_reauthorization"> | null {
  if (connection.status !== "active" || !canReauthorize(connection)) return null;
  const after: ConnectionRecord = { ...connection, status: "needs_reauthorization" };
  const context = { connection_id: after.id, status: after.status };
  return { after, row: rowAbout(after, "connection.needs_reauthorization", context, occurrence) };
}

/** What a person supplied with a call to reauthorize. */
export interface Offer {
  /** Replaces the stored token, whatever that was. */
  refresh_token?: string | undefined;
  /** The ARN of the role that was tried. It may be a new role. */
  role_arn?: string | undefined;
}

/**
 * The provider accepted the authorisation (a successful run, or a call to reauthorize); null if
 * that changes nothing or does not apply.
 */
export function reauthorized(
  connection: ConnectionRecord,
  occurrence: Occurrence,
  { refresh_token, role_arn: role }: Offer = {},
): Transition<"connection.reauthorized"> | null {
  if (!canReauthorize(connection)) return null;
  const hasNewRole =
    connection.subtype === "assume_role" && role !== undefined && role !== connection.role_arn;
  const isSame = !hasNewRole && refresh_token === undefined;
  if (connection.status === "active" && isSame) return null;
  const active = { status: "active", authorized_at: occurrence.at } as const;
  const after: ConnectionRecord = hasNewRole
    ? { ...connection, ...active, role_arn: role }
    : { ...connection, ...active };
  const context = { connection_id: after.id, status: after.status };
  return { after, row: rowAbout(after, "connection.reauthorized", context, occurrence) };
}

/** The authorisation worked at this instant. Earlier refusals no longer count. */
export const verifiedAt = (connection: ConnectionRecord, at: string): ConnectionRecord => ({
  ...connection,
  authorized_at: at,
});

/**
 * Deactivates a connection whose installation was suspended or removed or belongs to another
 * tenant, according to a delivery or the source host; null if it is inactive already or has no
 * installation.
 */
export function rested(
  connection: ConnectionRecord,
  occurrence: Occurrence,
): Transition<"connection.updated"> | null {
  if (connection.provider !== "sourcehost" || connection.status === "inactive") return null;
  const after: ConnectionRecord = { ...connection, status: "inactive" };
  const context = { connection_id: after.id, status: after.status, changed: ["status"] };
  return { after, row: rowAbout(after, "connection.updated", context, occurrence) };
}
