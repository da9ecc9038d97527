import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { requiredSetting } from "../platform/settings.ts";

/** One client per function instance; region, endpoint and credentials come from the environment. */
export const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = (): string => requiredSetting("TABLE_NAME");
