import { type AttributeValue, DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { type AuditRow, isLogged, withoutLink } from "#shared/domain/audit/row.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import type { Message } from "#shared/domain/courier/message.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { commitmentsIn } from "#shared/domain/reviews/words.ts";
import { type Deployment, EMPTY_DEPLOYMENT } from "#shared/domain/setup/deployment.ts";
import { auditRowOf, wordsKey } from "#shared/store/audit.ts";
import {
  type EntityName,
  entityAt,
  type Found,
  textOf,
  type Values,
} from "#shared/store/entities.ts";
import { type Item, plainOf } from "../export/scan.ts";
import type { TableAddress } from "./restored-table.ts";
import { isReadable } from "./shapes.ts";

/** An item, with its key as one text and the values in that key. */
export interface Stored<N extends EntityName = EntityName> {
  key: string;
  values: Values<N>;
  item: Item;
}

/** The contents of a whole table, as far as a drill compares them. */
export interface TableContents {
  /** SHA-256 of every item by its key. For an audit row, it omits the link, which may be erased. */
  digests: Map<string, string>;
  /** Audit rows that belong in the evidence log. */
  rows: AuditRow[];
  /** Every audit row. */
  trail: AuditRow[];
  /** Messages that wait for the courier, by their ids. */
  messages: Map<string, { key: string; message: Message }>;
  /** Items that others demand, that demand others, or that the log consists of, by their keys. */
  records: Map<string, Item>;
  /** The same items by kind. Read them with `storedAs`. */
  kinds: Map<EntityName, Stored[]>;
  /** Ids of what an item belongs to although its key does not contain them. */
  owners: Map<string, readonly string[]>;
  /** Keys of items that DynamoDB will remove itself. */
  expiring: Set<string>;
  /** Where the words of counsel in a row are stored, and the context of the row that commits to them. */
  words: { key: string; because: string; context: AuditRow["context"] }[];
  deletedConnections: Set<string>;
  /** Tenants that were removed or are being removed. Nothing is demanded of them. */
  removedTenants: Set<string>;
  reviews: Map<string, ReviewRecord>;
  /** The leaf index of every row in the log, by row hash. */
  leaves: Map<string, number>;
  /** Ids of the rows that wait for the log. */
  waiting: Set<string>;
  deployment: Deployment;
  /** Keys of items that could not be read. They count as present, but nothing else looks at them. */
  unreadable: string[];
  /** Time of the newest audit row, ISO 8601 UTC; null if there is none. */
  newest: string | null;
}

/** Segments of the parallel scan. */
const SEGMENTS = 4;

/** Reads a whole table with a parallel scan. @param how `consistent`: with everything written before */
export async function readTable(
  address: TableAddress,
  region: string,
  how?: "consistent",
): Promise<TableContents> {
  const { endpoint, name } = address;
  const client = new DynamoDBClient({ region, ...(endpoint === undefined ? {} : { endpoint }) });
  const contents = emptyContents();
  const part = { TableName: name, TotalSegments: SEGMENTS, ConsistentRead: how === "consistent" };
  const segments = Array.from({ length: SEGMENTS }, (_, segment) => segment);
  await eachBounded(segments, SEGMENTS, async (Segment) => {
    let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
    do {
      const page = await client.send(new ScanCommand({ ...part, Segment, ExclusiveStartKey }));
      for (const item of page.Items ?? []) {
        const { pk, sk } = item;
        takeOrName(contents, `${pk?.S} / ${sk?.S}`, () => unmarshall(item) as Item);
      }
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
  });
  client.destroy();
  return contents;
}

const emptyContents = (): TableContents => ({
  digests: new Map(),
  rows: [],
  trail: [],
  messages: new Map(),
  records: new Map(),
  kinds: new Map(),
  owners: new Map(),
  expiring: new Set(),
  deletedConnections: new Set(),
  removedTenants: new Set(),
  words: [],
  reviews: new Map(),
  leaves: new Map(),
  waiting: new Set(),
  deployment: EMPTY_DEPLOYMENT,
  unreadable: [],
  newest: null,
});

/** The contents of these items, as if they were a whole table. */
export function contentsOf(items: Iterable<Item>): TableContents {
  const contents = emptyContents();
  for (const item of items) takeOrName(contents, textOf(item), () => item);
  return contents;
}

/** The items of a kind that others demand or that the log proves. */
export const storedAs = <N extends EntityName>(
  { kinds }: TableContents,
  name: N,
): readonly Stored<N>[] => (kinds.get(name) ?? []) as Stored[] as Stored<N>[];

function takeOrName(contents: TableContents, key: string, read: () => Item): void {
  try {
    if (!take(contents, key, read())) contents.unreadable.push(key);
  } catch {
    if (!contents.digests.has(key)) contents.digests.set(key, "");
    contents.unreadable.push(key);
  }
}

/** @returns false for an item of which only its digest was taken, because it cannot be read */
function take(contents: TableContents, key: string, item: Item): boolean {
  const found = entityAt(key);
  const isFine = found === undefined || isReadable(found.name, item);
  if (found?.name === "row" && isFine) {
    takeRow(contents, item);
    return true;
  }
  contents.digests.set(key, digestOf(item));
  if (item.ttl !== undefined) contents.expiring.add(key);
  if (found === undefined || !isFine) return isFine;
  const { values, drill } = found;
  takers[found.name]?.(contents, { key, values, item } as never);
  if (drill === "demanded" || drill === "proven") {
    contents.records.set(key, item);
    const alike = contents.kinds.get(found.name) ?? [];
    alike.push({ key, values: values as never, item });
    contents.kinds.set(found.name, alike);
  }
  const owners = ownersOf(item, found);
  if (owners.length > 0) contents.owners.set(key, owners);
  return true;
}

/** What we remember about an item in addition. */
const takers: { [N in EntityName]?: (contents: TableContents, stored: Stored<N>) => void } = {
  review: ({ reviews }, { values: [id], item }) => {
    const { framework_id, ...review } = item.review as ReviewRecord;
    reviews.set(id, { framework_id, ...review });
  },
  loggedRow: ({ leaves }, { item }) => {
    const { row_hash, index } = item.row as { row_hash: string; index: number };
    leaves.set(row_hash, index);
  },
  waitingRow: ({ waiting }, { item }) => {
    if (item.leaf === undefined) waiting.add(item.sk.split("#").at(-1) ?? "");
  },
  outboxMessage: ({ messages }, { key, item }) => {
    const message = item.message as Message;
    messages.set(message.id, { key, message });
  },
  deployment: (contents, { item }) => {
    contents.deployment = { ...EMPTY_DEPLOYMENT, ...(item.deployment as Partial<Deployment>) };
  },
};

function takeRow(contents: TableContents, item: Item): void {
  const row = auditRowOf(item);
  contents.digests.set(textOf(item), canonicalHash(withoutLink(row)));
  contents.trail.push(row);
  if (row.action === "connection.deleted") contents.deletedConnections.add(row.resource_id);
  if (row.action === "tenant.removal_started") contents.removedTenants.add(row.resource_id);
  if (isLogged(row)) contents.rows.push(row);
  if (commitmentsIn(row.context) > 0) {
    const because = `row ${row.action} ${row.id} of ${row.created_at}`;
    contents.words.push({ key: textOf(wordsKey(item)), because, context: row.context });
  }
  if (row.created_at > (contents.newest ?? "")) contents.newest = row.created_at;
}

const holders: ReadonlySet<EntityName> = new Set([
  "signedLink",
  "linkState",
  "credential",
  "keyLink",
  "review",
  "remindersLink",
]);

/** A link's or a key's item is found by a hash, a message's by its own id. The owner is inside. */
function ownersOf(item: Item, { name, values }: Found): string[] {
  if (name === "outboxMessage") return [(item.message as Message).to];
  if (name === "mailed") return values[0].split("_", 1);
  if (!holders.has(name)) return [];
  const link = item.link as { review: unknown } | undefined;
  return [item.review, link?.review, item.key, item.invitation, item.stop, item]
    .flatMap((part) => {
      const { id, counsel_id } = (part ?? {}) as Record<string, unknown>;
      return [id, counsel_id];
    })
    .filter((one): one is string => typeof one === "string");
}

/** Covers every type of value in an item, except who is sending it at the moment. */
const digestOf = ({ lease_until: _, ...item }: Item): string => canonicalHash(plainOf(item));
