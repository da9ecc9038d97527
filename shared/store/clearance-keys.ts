import { is, isAbsent, put } from "./item.ts";
import { getItem } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/* CLEARANCE / KEYS: the keys that clearance statements were signed with, the current one first. */
const keysKey: Key = { pk: "CLEARANCE", sk: "KEYS" };

/** A key of clearance statements. */
export interface ClearanceKey {
  key_arn: string;
  /** RFC 7638 thumbprint. */
  kid: string;
  /** The public key, base64url. */
  x: string;
  created_at: string;
  retired_at: string | null;
}

/** The current key first; empty before the first is provisioned. */
export async function getClearanceKeys(): Promise<ClearanceKey[]> {
  const item = await getItem(keysKey);
  return (item?.keys as ClearanceKey[] | undefined) ?? [];
}

/** Replaces the keys, if they are still as `before`. */
export const putClearanceKeys = (
  before: readonly ClearanceKey[],
  after: readonly ClearanceKey[],
): Action =>
  put({ ...keysKey, keys: after }, before.length === 0 ? isAbsent("pk") : is({ keys: before }));
