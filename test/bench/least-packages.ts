import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import * as z from "zod/mini";
import { awsClientSettings } from "#shared/platform/aws/aws-client.ts";

/*
 * The least that a read costs with the packages that every function has: one item through the SDK's
 * document client, behind middy and a schema. Bundled as functions are, it is their baseline.
 */
const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({ ...awsClientSettings("DYNAMODB"), accountIdEndpointMode: "disabled" }),
);
const asked = z.object({ pathParameters: z.optional(z.record(z.string(), z.string())) });

export const handler = middy()
  .use(httpJsonBodyParser({ disableContentTypeError: true, disableContentTypeCheck: true }))
  .handler(async (event: unknown) => {
    const { pathParameters = {} } = asked.parse(event);
    const { Item } = await documents.send(
      new GetCommand({
        TableName: process.env.TABLE_NAME,
        Key: { pk: `NOTHING#${Object.values(pathParameters).join("#")}`, sk: "NOTHING" },
      }),
    );
    return { statusCode: Item === undefined ? 404 : 200, body: "{}" };
  });
