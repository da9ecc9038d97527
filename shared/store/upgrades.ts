import { getItem } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transact } from "./transact.ts";

/* UPGRADE / <name>: a walk over rows of an earlier version that was made to its end. */
const key = (name: string): Key => ({ pk: "UPGRADE", sk: name });

export const isUpgraded = async (name: string): Promise<boolean> =>
  (await getItem(key(name))) !== null;

export async function setUpgraded(name: string, at: string): Promise<void> {
  await transact({ upgrade: { Put: { Item: { ...key(name), upgraded_at: at } } } });
}
