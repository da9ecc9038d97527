import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { auditRowOf, resourcePartition } from "./audit.ts";
import { all, change, entity, exists, isAbsent, isAbsentOr, put, requires } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { type QueryResult, queryAll, queryOnce, readRecord } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import type { Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/* Frameworks: one partition, sk the id; there are dozens at most. */
const FRAMEWORKS = "FRAMEWORKS";

/** The canary's framework is in no list, and its rules belong to no customer. */
const CANARYS = "FRAMEWORKS#CANARY";

const frameworkKey = (id: string): Key => ({
  pk: isCanaryFramework(id) ? CANARYS : FRAMEWORKS,
  sk: id,
});

const frameworkEntity = entity<Framework>("framework", {
  jurisdiction: null,
  source_url: null,
  status: "current",
  superseded_by: null,
  lang: null,
  short_name: null,
});
const frameworkOf = frameworkEntity.fromItem;

export const frameworkRead = (id: string): Read<Framework | null> =>
  readOne(frameworkKey(id), frameworkOf);

export const getFramework = (id: string): Promise<Framework | null> =>
  readRecord(frameworkKey(id), frameworkOf);

export const allFrameworks = async (): Promise<Framework[]> =>
  (await queryAll({ pk: FRAMEWORKS })).map(frameworkOf);

export async function pageOfFrameworks(paging: Paging): Promise<Page<Framework>> {
  return pageOf({ partitions: [FRAMEWORKS] }, paging, frameworkOf);
}

const ROWS_AT_ONCE = 200;

/** The row by which a framework got the status that it had at an instant; null if there is none. */
export async function frameworkRowAt(id: string, at: string): Promise<AuditRow | null> {
  const pk = resourcePartition("framework", id);
  const upTo = { pk, below: `${at}#\uffff`, descending: true, limit: ROWS_AT_ONCE };
  let page: QueryResult = await queryOnce(upTo);
  for (;;) {
    const found = page.items.map(auditRowOf).find(({ action }) => action === "framework.updated");
    if (found !== undefined || page.lastKey === null) return found ?? null;
    page = await queryOnce({ ...upTo, startKey: page.lastKey });
  }
}

/** Requires that the framework exists, and notes when its rules or their enforcement changed. */
export const frameworkUpdated = (id: string, now: string): Action =>
  change(frameworkKey(id), { set: { "framework.updated_at": now }, where: exists("pk") });

/** Requires that the framework exists and has not been superseded. */
export const frameworkIsCurrent = (id: string): Action =>
  requires(
    frameworkKey(id),
    all(exists("pk"), isAbsentOr("framework.status", "current" satisfies Framework["status"])),
  );

/** Writes a framework and its audit row if it is still as `before` (null: it does not exist). */
export function putFramework(
  framework: Framework,
  before: Framework | null,
  row: AuditRow,
): Promise<Outcome> {
  return transact({
    framework: put(
      { ...frameworkKey(framework.id), ...frameworkEntity.toItem(framework) },
      before === null ? isAbsent("pk") : frameworkEntity.unchanged(before),
    ),
    row: putLoggedRow(row),
  });
}
