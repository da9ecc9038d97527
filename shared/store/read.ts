import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { DomainError } from "#shared/domain/errors.ts";
import { awsClientSettings } from "#shared/platform/aws/aws-client.ts";
import { requiredSetting } from "#shared/platform/settings.ts";
import type { IndexName, Key } from "./table-schema.ts";

/** One client per function instance; region and credentials come from the environment. */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({ ...awsClientSettings("DYNAMODB"), accountIdEndpointMode: "disabled" }),
  {
    marshallOptions: { removeUndefinedValues: true },
  },
);

export const tableName = (): string => requiredSetting("TABLE_NAME");

export type Item = Record<string, unknown>;

/** One item, strongly consistent. */
export async function getItem(key: Key): Promise<Item | null> {
  const { Item: item } = await documents.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return item ?? null;
}

/** The record in one item, strongly consistent; null if there is none. */
export async function readRecord<T>(key: Key, fromItem: (item: Item) => T): Promise<T | null> {
  const item = await getItem(key);
  return item === null ? null : fromItem(item);
}

const keyText = (key: { pk?: unknown; sk?: unknown }): string => JSON.stringify([key.pk, key.sk]);

/** Any number of items by key, strongly consistent, in concurrent calls of 100. */
export async function getItems(keys: readonly Key[]): Promise<(Item | null)[]> {
  const found = new Map<string, Item>();
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const batches = Array.from({ length: Math.ceil(distinct.length / 100) }, (_, i) =>
    distinct.slice(i * 100, i * 100 + 100),
  );
  await Promise.all(
    batches.map(async (batch) => {
      let open: Key[] = batch;
      for (let attempt = 0; open.length > 0; attempt += 1) {
        if (attempt === 6) throw new DomainError("dependency_unavailable", "The table is busy.");
        const answer = await documents.send(
          new BatchGetCommand({
            RequestItems: { [tableName()]: { Keys: open, ConsistentRead: true } },
          }),
        );
        for (const item of answer.Responses?.[tableName()] ?? []) found.set(keyText(item), item);
        open = (answer.UnprocessedKeys?.[tableName()]?.Keys as Key[] | undefined) ?? [];
      }
    }),
  );
  return keys.map((key) => found.get(keyText(key)) ?? null);
}

/** Records of one kind by key, in that order; null for a missing one. */
export const readRecords = async <T>(
  keys: readonly Key[],
  fromItem: (item: Item) => T,
): Promise<(T | null)[]> => (await getItems(keys)).map((item) => item && fromItem(item));

export interface QuerySpec {
  index?: IndexName;
  pk: string;
  /** Start of the sort key; if given, `from` and `below` are ignored. */
  prefix?: string;
  from?: string;
  /** Exclusive upper bound. */
  below?: string;
  descending?: boolean;
  limit?: number;
  /** Exclusive start: the key of the last item seen (for an index, with the index's own keys). */
  startKey?: Record<string, unknown>;
  /** The fields that are wanted, e.g. `review.viewed_at`; if omitted, whole items. */
  only?: readonly string[];
}

export interface QueryResult {
  items: Item[];
  lastKey: Record<string, unknown> | null;
}

/** One query call on the table (strongly consistent) or an index; at most 1 MB. */
export async function queryOnce(spec: QuerySpec): Promise<QueryResult> {
  if (isEmptyRange(spec)) return { items: [], lastKey: null };
  const pkName = spec.index ? `${spec.index}pk` : "pk";
  const skName = spec.index ? `${spec.index}sk` : "sk";
  const { condition, values } = sortKeyCondition(spec);
  const projection = projectionOf(spec.only);
  const answer = await documents.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: spec.index,
      ConsistentRead: spec.index === undefined,
      KeyConditionExpression: `#pk = :pk${condition}`,
      ProjectionExpression: projection.expression,
      ExpressionAttributeNames: {
        "#pk": pkName,
        ...(condition ? { "#sk": skName } : {}),
        ...projection.names,
      },
      ExpressionAttributeValues: { ":pk": spec.pk, ...values },
      ScanIndexForward: !spec.descending,
      Limit: spec.limit,
      ExclusiveStartKey: spec.startKey,
    }),
  );
  return { items: answer.Items ?? [], lastKey: answer.LastEvaluatedKey ?? null };
}

/** A projection of fields, with a name for each part of their paths. */
function projectionOf(only: readonly string[] | undefined) {
  const names: Record<string, string> = {};
  const expression = only
    ?.map((path) =>
      path
        .split(".")
        .map((part) => {
          names[`#only_${part}`] = part;
          return `#only_${part}`;
        })
        .join("."),
    )
    .join(", ");
  return { expression, names };
}

/** The number of items in a partition of an index, counted up to `most`. */
export async function countUpTo(
  index: IndexName,
  pk: string,
  most: number,
): Promise<{ count: number; isMore: boolean }> {
  let count = 0;
  let startKey: Record<string, unknown> | undefined;
  do {
    const answer: QueryCommandOutput = await documents.send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: index,
        KeyConditionExpression: "#pk = :pk",
        ExpressionAttributeNames: { "#pk": `${index}pk` },
        ExpressionAttributeValues: { ":pk": pk },
        Select: "COUNT",
        Limit: most + 1 - count,
        ExclusiveStartKey: startKey,
      }),
    );
    count += answer.Count ?? 0;
    startKey = answer.LastEvaluatedKey;
  } while (startKey !== undefined && count <= most);
  return { count: Math.min(count, most), isMore: count > most };
}

/** DynamoDB rejects a range that ends before it begins; here it yields nothing. */
const isEmptyRange = ({ prefix, from, below }: QuerySpec): boolean =>
  prefix === undefined && from !== undefined && below !== undefined && below <= from;

function sortKeyCondition(spec: QuerySpec): { condition: string; values: Record<string, string> } {
  if (spec.prefix !== undefined) {
    return { condition: " AND begins_with(#sk, :from)", values: { ":from": spec.prefix } };
  }
  if (spec.from !== undefined && spec.below !== undefined) {
    // BETWEEN includes its upper bound; no sort key equals what `justBelow` returns.
    return {
      condition: " AND #sk BETWEEN :from AND :to",
      values: { ":from": spec.from, ":to": justBelow(spec.below) },
    };
  }
  if (spec.from !== undefined) {
    return { condition: " AND #sk >= :from", values: { ":from": spec.from } };
  }
  if (spec.below !== undefined) {
    return { condition: " AND #sk < :below", values: { ":below": spec.below } };
  }
  return { condition: "", values: {} };
}

/** An upper bound for our sort keys below `text`: its last character decremented, then U+FFFF. */
function justBelow(text: string): string {
  const head = text.slice(0, -1);
  const last = text.charCodeAt(text.length - 1);
  return `${head}${String.fromCharCode(last - 1)}\uffff`;
}

/** Every item of a partition (or of a bounded part of it), page after page. */
export async function queryAll(spec: QuerySpec): Promise<Item[]> {
  const items: Item[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const page: QueryResult = await queryOnce(startKey ? { ...spec, startKey } : spec);
    items.push(...page.items);
    startKey = page.lastKey ?? undefined;
  } while (startKey !== undefined);
  return items;
}
