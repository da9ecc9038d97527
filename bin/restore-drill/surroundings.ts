import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { secretPrefixOf } from "#infra/aws/naming.ts";
import { localRun, settingsOfLocalRun } from "../aws/local-run.ts";
import { anchorsBucketIn, optionsOf, tableIn } from "../deploy/options.ts";
import type { Drill } from "./arguments.ts";
import type { RestoredTable, TableAddress } from "./restored-table.ts";

/** Where a drill finds everything that is not in the restored table. */
export interface Surroundings {
  region: string;
  live: TableAddress;
  /** Settings as the functions have them. The table's settings are added once it is restored. */
  settings: Readonly<Record<string, string>>;
}

type AwsDrill = Extract<Drill, { of: "aws" }>;

/**
 * The stage's table, secrets and anchors.
 * @throws Error with AWS's own message if the table does not exist
 */
export async function ofStage({ stage, region, table, anchors }: AwsDrill): Promise<Surroundings> {
  const options = optionsOf(stage);
  const name = table ?? tableIn(stage, options);
  const client = new DynamoDBClient({ region });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  client.destroy();
  const account = Table?.TableArn?.split(":")[4] ?? "";
  return {
    region,
    live: { endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB, name },
    settings: {
      STAGE: stage,
      AWS_REGION: region,
      SECRET_PREFIX: secretPrefixOf(stage),
      EVIDENCE_ANCHORS_BUCKET: anchors ?? anchorsBucketIn({ stage, account, region }, options),
    },
  };
}

/** The local run, with its AWS emulators. */
export function ofLocalRun(): Surroundings {
  const run = localRun();
  const live = { endpoint: run.dynamodb, name: run.table_name };
  return { region: run.region, live, settings: settingsOfLocalRun(run) };
}

/**
 * Prepares this process to read the restored table as a function of the stage would. Modules that
 * create AWS clients may be loaded only afterwards.
 * @param logOrigin the restored log's own name; its checkpoints are compared with the anchors of that
 * name
 */
export function enter(
  { settings }: Surroundings,
  { endpoint, name }: RestoredTable,
  logOrigin: string,
): void {
  Object.assign(process.env, settings, {
    TABLE_NAME: name,
    LOG_ORIGIN: logOrigin,
    // It only matters whether this is set, because the time stamps come from the table.
    TSA_URL: "https://time-stamps.invalid",
    ...(endpoint === undefined ? {} : { AWS_ENDPOINT_URL_DYNAMODB: endpoint }),
  });
}
