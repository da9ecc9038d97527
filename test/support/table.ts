import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { System } from "#infra/local/system.ts";
import { sendRequest } from "./send-request.ts";
import type { TestSystem } from "./system.ts";

/** One client per database, because making another would cost more than its requests. */
const clients = new Map<string, DynamoDBDocumentClient>();

/**
 * A plain AWS client on the local table, as an auditor with direct access would use. It is shared, and
 * ends with the process: its `destroy` does nothing.
 */
export function tableClient({ endpoints }: Pick<System, "endpoints">): DynamoDBDocumentClient {
  const endpoint = endpoints.dynamodb ?? "";
  const known = clients.get(endpoint);
  if (known !== undefined) return known;
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: endpoints.region ?? "",
      credentials: { accessKeyId: "auditor", secretAccessKey: "any" },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  client.destroy = () => {};
  clients.set(endpoint, client);
  return client;
}

/** An attribute as the database's protocol writes it; the table has no other type. */
interface Attribute {
  S?: string;
  N?: string;
  B?: string;
  BOOL?: boolean;
  NULL?: true;
  SS?: string[];
  L?: Attribute[];
  M?: Record<string, Attribute>;
}

/** Reads it as the document client does. */
function readAs(attribute: Attribute): unknown {
  const { S, N, B, BOOL, NULL, SS, L, M } = attribute;
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (B !== undefined) return new Uint8Array(Buffer.from(B, "base64"));
  if (BOOL !== undefined) return BOOL;
  if (NULL) return null;
  if (SS) return new Set(SS);
  if (L) return L.map(readAs);
  if (M) return itemOf(M);
  throw new Error(`The table has an attribute of another type: ${Object.keys(attribute)}.`);
}

const itemOf = (attributes: Record<string, Attribute>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, one]) => [name, readAs(one)]));

const asAuditor = {
  "content-type": "application/x-amz-json-1.0",
  "x-amz-target": "DynamoDB_20120810.Scan",
  "x-amz-date": "20260101T000000Z",
  authorization:
    "AWS4-HMAC-SHA256 Credential=auditor/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
};

/**
 * Every item. It asks without the client, which would take longer to read the answer than the database
 * to give it.
 */
// biome-ignore lint/suspicious/noExplicitAny: items of every shape
export async function scanTable({ endpoints }: TestSystem): Promise<Record<string, any>[]> {
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: unknown;
  do {
    const { status, text } = await sendRequest(endpoints.dynamodb ?? "", {
      method: "POST",
      headers: asAuditor,
      body: { TableName: endpoints.table_name, ExclusiveStartKey },
    });
    if (status !== 200) throw new Error(text);
    const page = JSON.parse(text);
    items.push(...page.Items.map(itemOf));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}
