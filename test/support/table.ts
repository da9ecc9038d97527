import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { System } from "#infra/local/system.ts";
import { sendRequest } from "./send-request.ts";
import type { TestSystem } from "./system.ts";

/** One client per database: making another would cost more than what it is asked. */
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

/** An attribute as the database's protocol writes it: its type, and the value as that type has it. */
type Attribute = Record<string, never>;

/** As the document client reads it; there is no other type in the table. */
function readAs(attribute: Attribute): unknown {
  const [[type, value] = []] = Object.entries<never>(attribute);
  switch (type) {
    case "S":
    case "BOOL":
      return value;
    case "N":
      return Number(value);
    case "NULL":
      return null;
    case "B":
      return new Uint8Array(Buffer.from(value, "base64"));
    case "SS":
      return new Set(value);
    case "L":
      return (value as Attribute[]).map(readAs);
    case "M":
      return itemOf(value);
    default:
      throw new Error(`The table has an attribute of the type ${type}.`);
  }
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

/** Every item. Asked without the client, which would need longer to read the answer than the database to give it. */
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
