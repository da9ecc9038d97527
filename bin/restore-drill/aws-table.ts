import { setTimeout as wait } from "node:timers/promises";
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import type { RestoredTable } from "./restored-table.ts";

interface AwsRestore {
  region: string;
  /** The live table. */
  table: string;
  /** ISO 8601 UTC. */
  at: string;
  /** Aborts the wait. */
  signal: AbortSignal;
  say: (line: string) => void;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 15_000;
/** Part of the name of every drill's table; no other table is ever deleted. */
const MARK = "-drill-";

/**
 * Restores the live table to a point in time, as a separate table, and waits until that table and
 * all its indexes can be read. AWS takes between minutes and hours.
 * @throws Error with AWS's own message
 */
export async function restoreOnAws({
  region,
  table,
  at,
  signal,
  say,
}: AwsRestore): Promise<RestoredTable> {
  const client = new DynamoDBClient({ region });
  const name = `${table}${MARK}${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}`;
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table,
      TargetTableName: name,
      RestoreDateTime: new Date(at),
    }),
  );
  const remove = () => removeTable(client, name, say);
  say(`Restoring ${table} as of ${at} into ${name} …`);
  try {
    await untilReady(client, name, signal);
  } catch (error) {
    await remove();
    throw error;
  }
  return { endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB, name, at, remove };
}

async function untilReady(
  client: DynamoDBClient,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
      if (Table !== undefined && isReady(Table)) return;
    } catch (error) {
      // For some seconds, AWS may not find a table that it has just begun to create.
      const isEarly = pause < LONGEST_PAUSE_MS;
      if (!isEarly || !(error instanceof ResourceNotFoundException)) throw error;
    }
    await wait(pause, undefined, { signal });
  }
}

const isReady = ({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription): boolean =>
  TableStatus === "ACTIVE" &&
  GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === "ACTIVE");

/** A table that is still being created cannot be deleted: prints the command to delete it later. */
async function removeTable(
  client: DynamoDBClient,
  name: string,
  say: (line: string) => void,
): Promise<void> {
  if (!name.includes(MARK)) throw new Error(`${name} is not a drill's table.`);
  try {
    await client.send(new DeleteTableCommand({ TableName: name }));
    say(`Removed ${name}.`);
  } catch (error) {
    const isUnknown = error instanceof ResourceNotFoundException;
    say(
      `${name} ${isUnknown ? "may still come into being" : "still exists"} (${(error as Error).message}); remove it once it has been created: ` +
        `aws dynamodb delete-table --table-name ${name}`,
    );
  } finally {
    client.destroy();
  }
}
