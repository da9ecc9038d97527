import { TABLE, TABLE_ARN_PREFIX } from "#infra/local/aws/resources.ts";
import type { AwsService } from "#infra/local/aws/service.ts";
import { startDatabase } from "./database.ts";
import { startDynamodbGate } from "./gate.ts";
import { keepTable } from "./keep-table.ts";

/** The embedded engine, behind a gate that blocks what a function's role does not allow. */
export const dynamodb = {
  sdkName: "DYNAMODB",
  start: async ({ arns, stateOf, now, check, ends }) => {
    const database = await startDatabase(stateOf("dynamodb.sqlite"), TABLE, ends);
    const gate = await startDynamodbGate({
      engine: database.endpoint,
      access: { check },
      arns,
      tableArnPrefix: TABLE_ARN_PREFIX,
      now,
    });
    const close = async () => {
      await gate.close();
      await database.close();
    };
    return {
      url: gate.url,
      http: gate.http,
      settings: { TABLE_NAME: TABLE },
      forget: () => database.forget(),
      keep: () => keepTable(database, TABLE),
      close,
    };
  },
} satisfies AwsService;
