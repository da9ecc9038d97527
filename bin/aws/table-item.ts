import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { keyOf } from "#shared/store/entities.ts";
import { type Aws, read } from "./cli.ts";

/** Kinds of which the table has one item. */
type Single = "assembly" | "clearanceKeys" | "logHead" | "logKeys";

/** The key of an item, as DynamoDB stores it. */
export function storedKeyOf(name: Single): Record<string, AttributeValue> {
  const [pk, sk] = keyOf(name).split(" / ");
  return marshall({ pk, sk });
}

/** An item of a table; null: the item or the table does not exist. @throws Error with AWS's message */
export function tableItem(aws: Aws, table: string, name: Single): Record<string, unknown> | null {
  const key = JSON.stringify(storedKeyOf(name));
  const where = ["--table-name", table, "--key", key, "--consistent-read"];
  const answer = aws(["dynamodb", "get-item", ...where]);
  if (answer.outcome === "refused" && /ResourceNotFoundException/.test(answer.reason)) return null;
  const item = read<{ Item?: Record<string, AttributeValue> } | null>(answer)?.Item;
  return item === undefined ? null : unmarshall(item);
}
