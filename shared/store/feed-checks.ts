import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { documents, getItem, tableName } from "./read.ts";
import type { Key } from "./table-schema.ts";

/* AUDITFEED / META   how many rows of each recent minute the feed had when it was last checked */
const key: Key = { pk: "AUDITFEED", sk: "META" };

export interface FeedCheck {
  /** The end of the feed at that check, ISO 8601 UTC. */
  horizon: string;
  /** The number of rows before it, by minute (`2026-11-26T10:15`). */
  minutes: Record<string, number>;
}

export async function readFeedCheck(): Promise<FeedCheck | null> {
  const item = await getItem(key);
  return item === null ? null : (item.check as FeedCheck);
}

/** Replaces the result of the last check. */
export async function putFeedCheck(check: FeedCheck): Promise<void> {
  await documents.send(new PutCommand({ TableName: tableName(), Item: { ...key, check } }));
}
