import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { awsClientSettings } from "#shared/platform/aws/aws-client.ts";
import { requiredSetting } from "#shared/platform/settings.ts";

/** One client per function instance; region and credentials come from the environment. */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({ ...awsClientSettings("DYNAMODB"), accountIdEndpointMode: "disabled" }),
  {
    marshallOptions: { removeUndefinedValues: true },
  },
);

export const tableName = (): string => requiredSetting("TABLE_NAME");
