import type { ResourceKind } from "#shared/domain/audit/chains.ts";
import { type AuditRow, dated, isEvent, isLogged, withRowHash } from "#shared/domain/audit/row.ts";
import type { WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { insert } from "./item.ts";
import type { Item } from "./read.ts";
import { AUDIT_KEY_PREFIX, indexEntry, type Key, shardOf } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * Audit rows: pk AUDIT#<resource_type>#<resource_id>, sk <created_at>#<place in chain or id>.
 * A row that the evidence log takes has its writer beside it (`writer`, `writer_signature`).
 * Counsel's words of a row: the same pk, sk WORDS#<sk of the row>, after all rows.
 * audit1 everything, newest last · audit2 by tenant · audit3 by action · audit4 by counsel.
 * Rows of kinds that traffic writes are spread over several partitions of audit1 to audit3; a reader
 * queries them all concurrently and merges the results (`readPage`).
 * With a row that belongs in the evidence log: LOGOUT#<its pk> / <its sk> (log-outbox.ts).
 * With a row that webhooks tell of: EVENTS#<shard> / <at>#<id> (webhook-events.ts).
 */

const MAX_SHARDS = 8;
/** One tenant is only part of the traffic: its rows need fewer partitions. */
const TENANT_SHARDS = 4;

/** How many partitions the rows of a kind of resource get, by who causes them. */
const SHARDS = { traffic: MAX_SHARDS, people: 1 } as const;

/**
 * Whether traffic or people cause the rows of each kind of resource. One index partition takes 1,000
 * writes a second, so rows that traffic causes are spread over several. A kind may move from one to the
 * other at any time, because readers always look at the partitions of both.
 */
const writtenBy = {
  artifact: "traffic",
  certificate: "people",
  clearance_key: "people",
  clearance_pipeline: "people",
  cloudb_eventbus_delivery: "traffic",
  connection: "people",
  counsel: "people",
  discovery_run: "traffic",
  evidence_log: "people",
  evidence_log_key: "people",
  evidence_rows_key: "people",
  framework: "people",
  idp_federation: "people",
  machine: "people",
  oidc_issuer: "people",
  platform_secret: "people",
  review_panel: "people",
  room: "people",
  rule_review_request: "people",
  sourcehost_delivery: "traffic",
  tenant: "people",
  two_people: "people",
  webhook_endpoint: "people",
} as const satisfies Record<ResourceKind, keyof typeof SHARDS>;

/** How many index partitions the rows of a kind of resource are spread over. */
const shardsOf = (resourceType: string): number =>
  SHARDS[writtenBy[resourceType as ResourceKind] ?? "people"];

const place = (row: AuditRow, chainLength?: number): string =>
  chainLength === undefined
    ? `${row.created_at}#${row.id}`
    : `${row.created_at}#${String(chainLength).padStart(4, "0")}#${row.id}`;

export interface Further {
  /** The row's place in the chain of its resource. */
  chainLength?: number;
}

/** How a row is stored: its own insert, its key, the words stored beside it, and its event. */
export interface StoredRow {
  insert: Action;
  key: Key;
  /** Counsel's words, if it has any. */
  words: readonly Action[];
  /** Its event, if webhooks report it. */
  event: readonly Action[];
}

/** Inserts a row, never replacing another. */
export function storedRow(given: AuditRow, { chainLength }: Further): StoredRow {
  const { texts = [], ...row } = given;
  const sk = place(row, chainLength);
  const key = { pk: partitionOf(row), sk };
  const event = { id: row.id, at: row.created_at, about: { row: key } };
  return {
    insert: insertOf(row, sk),
    key,
    words: texts.length === 0 ? [] : [insert({ ...wordsKey(key), texts })],
    event: isEvent(row) ? [putEvent(event)] : [],
  };
}

const WORDS = "WORDS#";
/** Sorts after every row of a partition, and before `WORDS#…`. */
export const AFTER_ROWS = "W";

/** The key of a row's words, from the row's own key. */
export const wordsKey = ({ pk, sk }: Key): Key => ({ pk, sk: `${WORDS}${sk}` });

/** Whether an item of a row's partition holds words. */
export const isWords = ({ sk }: Item): boolean => String(sk).startsWith(WORDS);

/** The rows in the items of a whole partition, each with its words. */
export function rowsIn(items: readonly Item[]): AuditRow[] {
  const words = new Map(items.filter(isWords).map((item) => [item.sk, textsOf(item)]));
  return items
    .filter((item) => !isWords(item))
    .map((item) => withTexts(auditRowOf(item), words.get(`${WORDS}${item.sk}`)));
}

export const textsOf = (item: Item): AuditRow["texts"] => item.texts as AuditRow["texts"];

export const withTexts = (row: AuditRow, texts: AuditRow["texts"]): AuditRow =>
  texts === undefined ? row : { ...row, texts };

/**
 * Inserts one row that does not belong in the evidence log, and its event if webhooks report it.
 * `putLoggedRow` inserts the others; nothing else puts a row into the table.
 */
export function putAuditRow(given: AuditRow, further: Further = {}): readonly Action[] {
  if (isLogged(given)) throw new Error(`${given.action} is a row of the evidence log.`);
  const row = withRowHash(dated(given, nowMs()));
  const { insert, event } = storedRow(row, further);
  return [insert, ...event];
}

const LOG_OUTBOX = "LOGOUT#";
export const LOG_WAITING = "LOG#WAITING";
/** The key under which a row waits for the sequencer, from the row's own key. */
export const outboxKey = ({ pk, sk }: Key): Key => ({ pk: `${LOG_OUTBOX}${pk}`, sk });
/** The key of the row that waits there. */
export const queuedKey = ({ pk, sk }: Key): Key => ({ pk: pk.slice(LOG_OUTBOX.length), sk });

/** An event: the audit row that reports it, or the messages themselves. */
export interface WaitingEvent {
  id: string;
  at: string;
  about: { row: Key } | { message: WebhookMessage } | { messages: readonly WebhookMessage[] };
  /** How many of its messages have been promised, if a run ended before all were. */
  promised?: number;
}

export const eventKey = ({ id, at }: WaitingEvent): Key => ({
  pk: `EVENTS#${shardOf(id)}`,
  sk: `${at}#${id}`,
});

/** Writes an event; belongs to the transaction of the change. */
export const putEvent = (event: WaitingEvent): Action => insert({ ...eventKey(event), event });

const partitionOf = (row: AuditRow): string =>
  resourcePartition(row.resource_type, row.resource_id);

function insertOf(row: AuditRow, sk: string): Action {
  const counselId = row.context.counsel_id;
  const shards = shardsOf(row.resource_type);
  const tenantShards = Math.min(shards, TENANT_SHARDS);
  const tenant = auditPartitions.tenant(row.tenant_id);
  return insert({
    pk: partitionOf(row),
    sk,
    ...indexEntry("audit1", oneOf(auditPartitions.all, shards, row), sk),
    ...indexEntry("audit2", oneOf(tenant, tenantShards, row), sk),
    ...indexEntry("audit3", oneOf(auditPartitions.action(row.action), shards, row), sk),
    ...(typeof counselId === "string"
      ? indexEntry("audit4", auditPartitions.counsel(counselId), sk)
      : {}),
    row,
  });
}

export const resourcePartition = (type: string, id: string): string =>
  `${AUDIT_KEY_PREFIX}${type}#${id}`;

/** The resource whose rows are in a partition. */
export function resourceOf(pk: string): { type: string; id: string } {
  const [type = "", ...id] = pk.slice(AUDIT_KEY_PREFIX.length).split("#");
  return { type, id: id.join("#") };
}

export const auditPartitions = {
  all: `${AUDIT_KEY_PREFIX}ALL`,
  tenant: (tenantId: string | null): string =>
    `${AUDIT_KEY_PREFIX}TENANT#${tenantId ?? "platform"}`,
  action: (action: string): string => `${AUDIT_KEY_PREFIX}ACTION#${action}`,
  counsel: (counselId: string): string => `${AUDIT_KEY_PREFIX}COUNSEL#${counselId}`,
  /** Every partition of audit1 that holds rows. */
  allPartitions: (): string[] => [auditPartitions.all, ...sharded(auditPartitions.all, MAX_SHARDS)],
  /** Every partition of audit2 that holds rows of a tenant. */
  tenantPartitions: (tenantId: string | null): string[] => {
    const partition = auditPartitions.tenant(tenantId);
    return [partition, ...sharded(partition, TENANT_SHARDS)];
  },
  /** Every partition of audit3 that holds rows of an action on such a resource. */
  actionPartitions: (action: string, resourceType: string): string[] => {
    const shards = shardsOf(resourceType);
    const partition = auditPartitions.action(action);
    return shards === 1 ? [partition] : [partition, ...sharded(partition, shards)];
  },
};

const sharded = (partition: string, shards: number): string[] =>
  Array.from({ length: shards }, (_, shard) => `${partition}#${shard}`);

/** A row's partition: the only one, or a shard chosen by the row's random id. */
const oneOf = (partition: string, shards: number, row: AuditRow): string =>
  shards === 1 ? partition : `${partition}#${Number.parseInt(row.id.slice(0, 4), 16) % shards}`;

/** The row in an item, with its signature if the item was read from the table itself. */
export function auditRowOf({ row, writer, writer_signature }: Item): AuditRow {
  const read = row as AuditRow;
  return typeof writer === "string" && typeof writer_signature === "string"
    ? { ...read, writer, writer_signature }
    : read;
}
