import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { documents, getItem, queryAll, tableName } from "./read.ts";

/*
 * RUN#<id> / CHECKPOINT#<name>: a run's progress, for the invocation that continues it. The data are
 * plain and the step's own; their TTL removes them a week after they were written.
 */

const PREFIX = "CHECKPOINT#";
const WEEK_SECONDS = 7 * 24 * 3600;

/**
 * Saves one part of a run's progress. No decision depends on it: a stale part that arrives late only
 * makes the run repeat idempotent work.
 * @param now milliseconds since the epoch
 */
export async function saveCheckpoint(
  runId: string,
  name: string,
  place: unknown,
  now: number,
): Promise<void> {
  await documents.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        pk: `RUN#${runId}`,
        sk: `${PREFIX}${name}`,
        // As text: external names are keys in it, and a DynamoDB map does not accept every name.
        place: JSON.stringify(place),
        ttl: Math.floor(now / 1000) + WEEK_SECONDS,
      },
    }),
  );
}

/** One part of a run's progress; undefined before it was saved. */
export async function readCheckpoint(runId: string, name: string): Promise<unknown> {
  const item = await getItem({ pk: `RUN#${runId}`, sk: `${PREFIX}${name}` });
  return item === null ? undefined : progressOf(item.place);
}

const progressOf = (stored: unknown): unknown =>
  typeof stored === "string" ? JSON.parse(stored) : stored;

/** All parts by name; empty for a new run. */
export async function readCheckpoints(runId: string): Promise<Map<string, unknown>> {
  const items = await queryAll({ pk: `RUN#${runId}`, prefix: PREFIX });
  return new Map(
    items.map(({ sk, place }) => [String(sk).slice(PREFIX.length), progressOf(place)]),
  );
}
