import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { type Aws, read } from "./cli.ts";

/** An item of a table; null: the item or the table does not exist. @throws Error with AWS's message */
export function tableItem(
  aws: Aws,
  table: string,
  key: { pk: string; sk: string },
): Record<string, unknown> | null {
  const stored = JSON.stringify(marshall(key));
  const where = ["--table-name", table, "--key", stored, "--consistent-read"];
  const answer = aws(["dynamodb", "get-item", ...where]);
  if (answer.outcome === "refused" && /ResourceNotFoundException/.test(answer.reason)) return null;
  const item = read<{ Item?: Record<string, AttributeValue> } | null>(answer)?.Item;
  return item === undefined ? null : unmarshall(item);
}
