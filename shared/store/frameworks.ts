import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { putAuditRow } from "./audit.ts";
import { getItem, type Item } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Outcome, transact } from "./transact.ts";

/* Frameworks: one partition, sk the id; there are dozens at most. */
export const FRAMEWORKS = "FRAMEWORKS";

export const frameworkKey = (id: string): Key => ({ pk: FRAMEWORKS, sk: id });

export const frameworkOf = (item: Item): Framework => item.framework as Framework;

export async function getFramework(id: string): Promise<Framework | null> {
  const item = await getItem(frameworkKey(id));
  return item ? frameworkOf(item) : null;
}

/** Writes a framework and its audit row if it still stands as `before` (null: not there). */
export function putFramework(
  framework: Framework,
  before: Framework | null,
  row: AuditRow,
): Promise<Outcome> {
  return transact({
    framework: {
      Put: {
        Item: { ...frameworkKey(framework.id), framework },
        ...(before === null
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : {
              ConditionExpression: "#framework = :before",
              ExpressionAttributeNames: { "#framework": "framework" },
              ExpressionAttributeValues: { ":before": before },
            }),
      },
    },
    row: putAuditRow(row),
  });
}
