import * as z from "zod/mini";
import { canonicalHash, sha256Hex } from "#shared/domain/canonical.ts";
import type { DisclosedText, Salts } from "#shared/domain/reviews/words.ts";
import { canaryMark, isCanaryFramework, isCanaryUser } from "#shared/domain/service/canary.ts";
import type { ResourceKind } from "./chains.ts";
import { writersOf } from "./writers.ts";

/** One row of the audit trail (first seed, "Audit log entry"; contract, "Audit rows"). */
export interface AuditRow {
  id: string;
  /** ISO 8601 UTC; rows are sorted by it. */
  created_at: string;
  resource_type: string;
  resource_id: string;
  tenant_id: string | null;
  actor_user_id: string | null;
  /** `room`: the visitor of a regulator's room; `machine`: the one whose `machine_id` the context has. */
  actor_type: "user" | "system" | "room" | "machine";
  action: string;
  context: Record<string, unknown>;
  /** Left out until the row is stored. */
  row_hash?: string;
  /** Only on rows of a review request: the hash chain. */
  prev_hash?: string | null;
  /** Only on rows in the evidence log, read from the table: who signed the row's hash, and how. */
  writer?: string | null;
  writer_signature?: string | null;
  /** Counsel's words, for which the context has commitments. An item beside the row stores them. */
  texts?: readonly DisclosedText[];
  /** Only where the context itself has the words: the salts needed to recompute the hash. */
  salts?: Salts;
}

/** What an action does to its resource. */
export type Activity = "create" | "read" | "update" | "delete" | "other";

/** Action → kind of resource, what it does to it, and the exact shape of the row's context. */
export type Vocabulary = Readonly<
  Record<string, { resourceType: ResourceKind; activity: Activity; context: () => z.ZodMiniType }>
>;
export type ContextOf<V extends Vocabulary, A extends keyof V> = z.output<
  ReturnType<V[A]["context"]>
>;

/**
 * Entries of a vocabulary about one kind of resource, each given what its action does and the members of
 * its rows' context. A context has no others.
 */
export const about =
  <const K extends ResourceKind>(resourceType: K) =>
  <T extends z.core.$ZodLooseShape>(activity: Activity, members: () => T) =>
    ({ resourceType, activity, context: () => z.strictObject(members()) }) as const;

/** For contexts that name a framework. Only the canary's own rows have it. */
export const ofCanary = () => ({ canary: z.optional(z.literal(true)) });

/** Who causes a row. */
export interface Actor {
  /** The signed-in person; null for rows from counsel-facing routes, cron jobs, webhooks and machines. */
  actorUserId: string | null;
  /** If a machine did it: the resource id of the machine's own rows. */
  machineId?: string | undefined;
}

/** A row as the use case passes it. */
export interface RowOf<V extends Vocabulary, A extends keyof V> extends Actor {
  action: A;
  resourceId: string;
  /** null for platform-level rows. */
  tenantId: string | null;
  /** `room`: the visitor of a room, who is not a user. Left out: actorUserId decides the type. */
  actorType?: "room";
  context: ContextOf<V, A>;
  id: string;
  at: string;
  /** Counsel's words, for which the context has commitments. */
  texts?: readonly DisclosedText[];
}

/**
 * The function that builds the rows of a vocabulary. A context that does not fit is a programming
 * error and throws. The canary's actions are recorded with actor type `system` and marked.
 */
export function rowsOf<V extends Vocabulary>(vocabulary: V) {
  // Each schema is built when this process first writes a row of its action.
  const schemas = new Map<keyof V, z.ZodMiniType>();
  return <A extends keyof V & string>(given: RowOf<V, A>): AuditRow => {
    const { action, actorUserId, machineId, tenantId, resourceId, id, at, texts = [] } = given;
    const ofMachine = machineId === undefined ? null : { machine_id: machineId };
    const entry = vocabulary[action] as Vocabulary[string];
    const schema = schemas.get(action) ?? entry.context();
    schemas.set(action, schema);
    const actor = actorUserId !== null && isCanaryUser(actorUserId) ? null : actorUserId;
    const context = given.context as Record<string, unknown>;
    return {
      id,
      created_at: at,
      resource_type: entry.resourceType,
      resource_id: resourceId,
      tenant_id: tenantId,
      actor_user_id: actor,
      actor_type: actor === null ? (ofMachine ? "machine" : (given.actorType ?? "system")) : "user",
      action,
      context: {
        ...(schema.parse({ ...context, ...canaryMark(context) }) as Record<string, unknown>),
        ...ofMachine,
      },
      ...(texts.length === 0 ? {} : { texts }),
    };
  };
}

/** A row that is older than this when it is written gets a new time, ms. */
const FRESH_MS = 60_000;

/** The row, redated to the time of writing if its own is too old. @param nowMs time of writing */
export const dated = (row: AuditRow, nowMs: number): AuditRow =>
  nowMs - Date.parse(row.created_at) > FRESH_MS
    ? { ...row, created_at: new Date(nowMs).toISOString() }
    : row;

/** The head of one request's hash chain: hash and time of its last row, and its length. */
export interface AuditHead {
  hash: string;
  length: number;
  at: string;
}

/** Whether a record and all of its rows were read at different moments. */
export const isBehind = (
  { audit_head }: { audit_head: AuditHead },
  rows: readonly AuditRow[],
): boolean => rows.at(-1)?.row_hash !== audit_head.hash;

/** `at`, or the chain's latest time if a slow clock made `at` earlier than that. */
export const notBefore = (head: AuditHead, at: string): string => [head.at, at].sort()[1] as string;

/**
 * Appends a row to its request's hash chain. Times never decrease within a chain, even when the
 * clocks of two machines disagree.
 */
export function chained(row: AuditRow, head: AuditHead | null): { row: AuditRow; head: AuditHead } {
  const at = head === null ? row.created_at : notBefore(head, row.created_at);
  const linked = { ...row, created_at: at, prev_hash: head?.hash ?? null };
  const hash = rowHash(linked);
  return {
    row: { ...linked, row_hash: hash },
    head: { hash, length: (head?.length ?? 0) + 1, at },
  };
}

/**
 * Lower-case hex SHA-256 over the RFC 8785 text of the row as evidence shows it, without row_hash.
 * The magic link counts by its hash, and counsel's words by their commitments, so that both can be
 * erased.
 */
export function rowHash(row: AuditRow): string {
  const { row_hash: _, writer: __, writer_signature: ___, texts: ____, ...said } = withoutLink(row);
  return canonicalHash(said);
}

/** A row as it is stored. A row outside any chain is hashed like the first row of a chain. */
export const withRowHash = (row: AuditRow): AuditRow & { row_hash: string } => ({
  ...row,
  row_hash: row.row_hash ?? loggedHash(row),
});

/** The hash of a row in the evidence log, recomputed; a missing prev_hash counts as null. */
export const loggedHash = (row: AuditRow): string =>
  rowHash({ ...row, prev_hash: row.prev_hash ?? null });

/** Whether rows, oldest first, are a whole chain ending in this hash, which then covers them. */
export function isChainTo(rows: readonly AuditRow[], head: string): boolean {
  if (rows.at(-1)?.row_hash !== head) return false;
  return rows.every((row, at) => {
    const before = rows[at - 1]?.row_hash ?? null;
    return (row.prev_hash ?? null) === before && row.row_hash === loggedHash(row);
  });
}

/** The row as evidence and bundles show it, with `magic_link_url` as `sha256:<hex>`. */
export function withoutLink(row: AuditRow): AuditRow {
  const link = row.context.magic_link_url;
  if (typeof link !== "string" || link.startsWith("sha256:")) return row;
  return { ...row, context: { ...row.context, magic_link_url: `sha256:${sha256Hex(link)}` } };
}

/** Fields of a row's context that hold a link. */
const links = ["magic_link_url", "url"] as const;

/** A context for people and machines to read: links are replaced by hashes, as in evidence. */
export function withoutLinks(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = { ...context };
  for (const name of links) {
    const link = shown[name];
    if (typeof link !== "string" || link.startsWith("sha256:")) continue;
    shown[name] = `sha256:${sha256Hex(link)}`;
  }
  return shown;
}

/*
 * Where an audit row goes besides the trail: into the evidence log (evidence-log.md, section 2), and to
 * the receivers of webhooks. The store queues rows for the log by these functions, and sequencer and
 * watcher judge the log by them.
 */

/** The fields of a row that decide where it goes. */
interface Kind {
  resource_type: string;
  action: string;
  context: Readonly<Record<string, unknown>>;
}

/** Whether a row is a leaf of the evidence log. */
export const isLogged = ({ action }: Pick<Kind, "action">): boolean => writersOf(action).length > 0;

/**
 * Rows that webhooks report. The row's transaction also writes an event that names the row, and the
 * courier makes the messages from that event (`messagesOf`).
 */
const events: ReadonlySet<string> = new Set([
  "rule_review.requested",
  "rule_review.approved",
  "rule_review.approved_with_changes",
  "rule_review.changes_requested",
  "rule_review.rejected",
  "rule_review.expired",
  "rule_review.cancelled",
  "review_panel.requested",
  "review_panel.approved",
  "review_panel.approved_with_changes",
  "review_panel.rejected",
  "review_panel.changes_requested",
  "review_panel.undecided",
  "review_panel.cancelled",
  "rules.imported",
  "framework.updated",
  "discovery.run.completed",
  "connection.needs_reauthorization",
  "connection.deleted",
]);

/**
 * Whether a row is an event. The canary's rows never are. When the end of a panel cancels requests, the
 * panel's own row reports them, because a transaction has no room for an event per member.
 */
export const isEvent = ({ action, context }: Omit<Kind, "resource_type">): boolean =>
  events.has(action) &&
  context.reason !== "panel_decided" &&
  context.reason !== "panel_cancelled" &&
  !(typeof context.framework_id === "string" && isCanaryFramework(context.framework_id));
