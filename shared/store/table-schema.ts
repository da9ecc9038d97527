/** Indexes of audit rows: they hold the row, but not who signed it, which is read from the table. */
const auditIndexes = ["audit1", "audit2", "audit3", "audit4"] as const;

/**
 * The single table: keys and indexes, as data for both CDK and local runs. Each entity's file says
 * what the indexes mean for it.
 */
export const tableSchema = {
  partitionKey: "pk",
  sortKey: "sk",
  ttlAttribute: "ttl",
  indexes: ["gsi1", "gsi2", "gsi3", "gsi4", "gsi5", ...auditIndexes],
} as const;

export type IndexName = (typeof tableSchema.indexes)[number];

/** The attributes that an index projects; null: all. */
export const projectionOf = (index: IndexName): readonly string[] | null =>
  (auditIndexes as readonly string[]).includes(index) ? ["row"] : null;

/** Partition keys of audit rows start with this; no role may update or delete under it. */
export const AUDIT_KEY_PREFIX = "AUDIT#";

export interface Key {
  pk: string;
  sk: string;
}

/** How many partitions things that wait for the courier are spread over. */
export const SHARDS = 8;

/** The shard of such a thing: the same for each attempt. */
export function shardOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % SHARDS;
}

/** An index entry: where an item appears in one of the indexes. */
export const indexEntry = (index: IndexName, pk: string, sk: string): Record<string, string> => ({
  [`${index}pk`]: pk,
  [`${index}sk`]: sk,
});
