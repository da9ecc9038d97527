import { getItem } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transact } from "./transact.ts";
import { updateItem } from "./update.ts";

/*
 * UPGRADE / <name>: a walk over rows of an earlier version: when it may begin (`begins_at`), how
 * far it has got (`cursor`), and when it finished (`upgraded_at`).
 */
const key = (name: string): Key => ({ pk: "UPGRADE", sk: name });

/** A walk that continues where it stopped. */
export interface UpgradeProgress {
  /** ISO 8601; null: not scheduled yet. */
  begins_at: string | null;
  /** The position after which it continues; null: at the beginning. */
  cursor: string | null;
  /** ISO 8601; null: not yet. */
  upgraded_at: string | null;
}

export async function readUpgrade(name: string): Promise<UpgradeProgress> {
  const item = (await getItem(key(name))) as Partial<UpgradeProgress> | null;
  return {
    begins_at: item?.begins_at ?? null,
    cursor: item?.cursor ?? null,
    upgraded_at: item?.upgraded_at ?? null,
  };
}

/** Advances a walk, if it is still where it was read; false: another worker is further. */
export async function moveUpgrade(
  name: string,
  before: UpgradeProgress,
  after: UpgradeProgress,
): Promise<boolean> {
  const { updated } = await updateItem({
    Key: key(name),
    UpdateExpression: "SET begins_at = :begins_at, #cursor = :cursor, upgraded_at = :upgraded_at",
    ConditionExpression:
      "attribute_not_exists(pk) OR (#cursor = :was_cursor AND upgraded_at = :was_upgraded_at)",
    ExpressionAttributeNames: { "#cursor": "cursor" },
    ExpressionAttributeValues: {
      ":begins_at": after.begins_at,
      ":cursor": after.cursor,
      ":upgraded_at": after.upgraded_at,
      ":was_cursor": before.cursor,
      ":was_upgraded_at": before.upgraded_at,
    },
  });
  return updated;
}

export const isUpgraded = async (name: string): Promise<boolean> =>
  (await readUpgrade(name)).upgraded_at !== null;

export async function setUpgraded(name: string, at: string): Promise<void> {
  await transact({ upgrade: { Put: { Item: { ...key(name), upgraded_at: at } } } });
}
