import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from "@aws-sdk/client-dynamodb";
import { remedyOf } from "#infra/local/free-disk-space.ts";
import { endsOfCommand, type PartEnds, watchPart } from "#infra/local/watch-part.ts";
import { type IndexName, projectionOf, tableSchema } from "#shared/store/table-schema.ts";
import { type Engine, startEngine } from "./engine.ts";

export interface LocalDatabase {
  endpoint: string;
  /** Replaces the table with an empty one. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The embedded DynamoDB with the single table, as CDK would create it. A null `file` keeps it in
 * memory; DYNAMODB_ENDPOINT in the environment replaces the embedded database. If the database exits
 * unexpectedly, it is started again from its file.
 * @throws Error with one sentence for a damaged file or a platform without the embedded database
 */
export async function startDatabase(
  file: string | null,
  table: string,
  ends: PartEnds = endsOfCommand,
): Promise<LocalDatabase> {
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given) {
    await createTable(given, table).catch((error: unknown) => {
      throw new Error(`Nothing answers at DYNAMODB_ENDPOINT, ${given} (${reasonOf(error)}).`);
    });
    return { endpoint: given, forget: () => replaceTable(given, table), close: async () => {} };
  }
  const started = await startWithTable(file, table);
  const { endpoint } = started;
  const watch = watchPart("The database", ends);
  let isClosing = false;
  let { child } = started;
  const follow = (): void => {
    watch.started();
    child.once("exit", (code, signal) => {
      if (!isClosing) startAgain(signal ?? `code ${code}`).catch(ends.onLost);
    });
  };
  const startAgain = async (reason: string): Promise<void> => {
    if (file === null) {
      return ends.onLost(
        new Error(`The database has ended (${reason}), and with it what it held in memory.`),
      );
    }
    if (!watch.ended(reason)) return;
    ({ child } = await startWithTable(file, table, endpoint));
    if (isClosing) child.kill("SIGKILL");
    else follow();
  };
  follow();
  return {
    endpoint,
    forget: () => replaceTable(endpoint, table),
    close: async () => {
      isClosing = true;
      // Ctrl-C in a terminal reaches the database too, so it may already have exited.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/**
 * Starts the engine at that address, by default at an address of its own. Resolves once it has the
 * table.
 * @throws Error with one sentence
 */
async function startWithTable(file: string | null, table: string, at?: string): Promise<Engine> {
  const failed = (error: unknown): Error => {
    const reason = reasonOf(error);
    return new Error(
      file === null
        ? `The embedded database failed to start: ${reason}`
        : `The database file ${file} cannot be used (${reason}); ${remedyOf(reason) ?? "move it away or delete the state folder to start anew"}.`,
    );
  };
  const args = file === null ? [] : ["--db-path", file];
  const engine = await startEngine(args, at).catch((error: unknown) => {
    throw failed(error);
  });
  try {
    await createTable(engine.endpoint, table);
    return engine;
  } catch (error) {
    engine.child.kill("SIGKILL");
    throw failed(error);
  }
}

/** The first sentence of an error's message, for use in brackets. */
function reasonOf(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const [first = ""] = message.replace(/^error: /i, "").split(/\n|\. |\.$/);
  return first || "it exited at once";
}

/** A client of the engine itself. */
export const clientOf = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });

async function replaceTable(endpoint: string, table: string): Promise<void> {
  const client = clientOf(endpoint);
  try {
    await client.send(new DeleteTableCommand({ TableName: table }));
  } finally {
    client.destroy();
  }
  await createTable(endpoint, table);
}

function projection(index: IndexName) {
  const projected = projectionOf(index);
  return projected === null
    ? { ProjectionType: "ALL" as const }
    : { ProjectionType: "INCLUDE" as const, NonKeyAttributes: [...projected] };
}

async function createTable(endpoint: string, table: string): Promise<void> {
  const client = clientOf(endpoint);
  const { partitionKey, sortKey, indexes } = tableSchema;
  const keySchema = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: "HASH" as const },
    { AttributeName: sk, KeyType: "RANGE" as const },
  ];
  const names = [partitionKey, sortKey, ...indexes.flatMap((name) => [`${name}pk`, `${name}sk`])];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: names.map((name) => ({ AttributeName: name, AttributeType: "S" })),
        KeySchema: keySchema(partitionKey, sortKey),
        GlobalSecondaryIndexes: indexes.map((name) => ({
          IndexName: name,
          KeySchema: keySchema(`${name}pk`, `${name}sk`),
          Projection: projection(name),
        })),
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
}
