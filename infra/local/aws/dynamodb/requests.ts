import type { Request } from "#infra/local/aws/iam/evaluate.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The action that IAM checks for each part of a transaction. */
const transactionParts: Readonly<Record<string, string>> = {
  ConditionCheck: "ConditionCheckItem",
  Delete: "DeleteItem",
  Get: "GetItem",
  Put: "PutItem",
  Update: "UpdateItem",
};

/**
 * The IAM requests of a DynamoDB call: one for each item that it touches, with the partition key as
 * `dynamodb:LeadingKeys`.
 * @param operation the part of X-Amz-Target after the dot
 * @param tableArnPrefix `arn:…:table/`
 */
export function dynamodbRequests(
  operation: string,
  body: Fields,
  tableArnPrefix: string,
  partitionKey: string,
): Request[] {
  const request = (action: string, table: unknown, keys: readonly (string | null)[]): Request => ({
    action: `dynamodb:${action}`,
    resource: arnOf(table, tableArnPrefix),
    context: { "dynamodb:LeadingKeys": keys.filter((key) => key !== null) },
  });
  const leadingKey = (part: Fields): string | null =>
    textOf(fieldsOf(part.Key ?? part.Item)[partitionKey]);

  if (operation === "TransactWriteItems" || operation === "TransactGetItems") {
    return listOf(body.TransactItems).flatMap((item) =>
      Object.entries(item).map(([kind, part]) => {
        const fields = fieldsOf(part);
        const action = transactionParts[kind] ?? kind;
        return request(action, fields.TableName, [leadingKey(fields)]);
      }),
    );
  }
  if (operation === "BatchGetItem" || operation === "BatchWriteItem") {
    return Object.entries(fieldsOf(body.RequestItems)).map(([table, asked]) => {
      const parts = Array.isArray(asked)
        ? listOf(asked).flatMap((entry) => Object.values(entry).map(fieldsOf))
        : listOf(fieldsOf(asked).Keys).map((Key) => ({ Key }));
      return request(operation, table, parts.map(leadingKey));
    });
  }
  const made = request(operation, body.TableName, [leadingKey(body)]);
  return typeof body.IndexName === "string"
    ? [{ ...made, resource: `${made.resource}/index/${body.IndexName}` }]
    : [made];
}

const arnOf = (table: unknown, prefix: string): string => {
  const name = typeof table === "string" ? table : "";
  return name.startsWith("arn:") ? name : `${prefix}${name}`;
};

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

const textOf = (value: unknown): string | null => {
  const { S } = fieldsOf(value);
  return typeof S === "string" ? S : null;
};
