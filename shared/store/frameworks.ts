import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { putAuditRow } from "./audit.ts";
import { type Page, type Paging, readPage } from "./page.ts";
import { getItem, type Item, queryAll } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { type Outcome, transact } from "./transact.ts";

/* Frameworks: one partition, sk the id; there are dozens at most. */
const FRAMEWORKS = "FRAMEWORKS";

export const frameworkKey = (id: string): Key => ({ pk: FRAMEWORKS, sk: id });

/** Frameworks written before they had a status are current. */
export const frameworkOf = (item: Item): Framework => ({
  status: "current",
  superseded_by: null,
  ...(item.framework as Omit<Framework, "status" | "superseded_by">),
});

export async function getFramework(id: string): Promise<Framework | null> {
  const item = await getItem(frameworkKey(id));
  return item ? frameworkOf(item) : null;
}

export const allFrameworks = async (): Promise<Framework[]> =>
  (await queryAll({ pk: FRAMEWORKS })).map(frameworkOf);

export async function pageOfFrameworks(paging: Paging): Promise<Page<Framework>> {
  const page = await readPage({ scope: FRAMEWORKS, partitions: [FRAMEWORKS] }, paging);
  return { ...page, items: page.items.map(frameworkOf) };
}

/** Writes a framework and its audit row if nobody changed it since `before` (null: not there). */
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
              ConditionExpression: "#framework.#updated_at = :before",
              ExpressionAttributeNames: { "#framework": "framework", "#updated_at": "updated_at" },
              ExpressionAttributeValues: { ":before": before.updated_at },
            }),
      },
    },
    row: putAuditRow(row),
  });
}
