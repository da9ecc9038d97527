import type { NewRow } from "#shared/domain/audit/row.ts";
import type { AuditAction } from "#shared/domain/audit/vocabulary.ts";
import { type ConnectionKind, type ConnectionRecord, kindOf } from "./connection.ts";

/*
 * The life of a connection: created, updated, refused by its provider, authorised again, resting and
 * awake (a source-host installation that was suspended), deleted. Each transition says how the
 * connection is afterwards and which audit row goes with it, or null where nothing changes.
 */

/** What every transition needs to know. */
export interface Occurrence {
  /** The signed-in person; null for what a provider or a job said. */
  actorUserId: string | null;
  /** Id of the audit row. */
  rowId: string;
  /** ISO 8601 UTC. */
  at: string;
}

export interface Transition<A extends AuditAction> {
  after: ConnectionRecord;
  row: NewRow<A>;
}

const rowAbout = <A extends AuditAction>(
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

/** The audit row of a connection that goes. */
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

/** Another name, other projects; null: they are what they were. */
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

/** Which kinds have an authorisation of their own that a provider can refuse. */
const isAuthorized: Record<ConnectionKind, boolean> = {
  sourcehost: true,
  eventbus: false,
  assume_role: true,
  wif: true,
  oauth_refresh: true,
};

/** Whether it can be authorised again at all: an event bus has nothing to authorise. */
export const canReauthorize = (connection: ConnectionRecord): boolean =>
  isAuthorized[kindOf(connection)] && connection.status !== "inactive";

/** The provider refused what the connection was given; null: that is known, or does not apply. */
export function refused(
  connection: ConnectionRecord,
  occurrence: Occurrence,
): Transition<"connection.needs_reauthorization"> | null {
  if (connection.status !== "active" || !canReauthorize(connection)) return null;
  const after: ConnectionRecord = { ...connection, status: "needs_reauthorization" };
  const context = { connection_id: after.id, status: after.status };
  return { after, row: rowAbout(after, "connection.needs_reauthorization", context, occurrence) };
}

/**
 * The provider took what the connection has (a run that succeeded, a call to reauthorize); null:
 * it was active and has nothing new.
 * @param role the ARN of the role that was tried, where it is another one
 */
export function reauthorized(
  connection: ConnectionRecord,
  occurrence: Occurrence,
  role?: string,
): Transition<"connection.reauthorized"> | null {
  if (!canReauthorize(connection)) return null;
  const hasNewRole =
    connection.subtype === "assume_role" && role !== undefined && role !== connection.role_arn;
  const isByPerson = occurrence.actorUserId !== null;
  if (connection.status === "active" && !hasNewRole && !isByPerson) return null;
  const active = { status: "active", authorized_at: occurrence.at } as const;
  const after: ConnectionRecord = hasNewRole
    ? { ...connection, ...active, role_arn: role }
    : { ...connection, ...active };
  const context = { connection_id: after.id, status: after.status };
  return { after, row: rowAbout(after, "connection.reauthorized", context, occurrence) };
}

/**
 * The installation was suspended or removed, or belongs to another tenant, as a delivery or the
 * source host said; null: it rests already.
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
