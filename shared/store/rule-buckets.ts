import { createHash } from "node:crypto";
import { all, type Condition, change, literally } from "./item.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/* STANDING#<framework> / BUCKET#<k>: the rules of a framework, spread over 16 items by their id. */
const BUCKETS = 16;

export const bucketOf = (useCaseId: string): number =>
  (createHash("sha256").update(useCaseId).digest()[0] ?? 0) % BUCKETS;

export const bucketKey = (frameworkId: string, bucket: number): Key => ({
  pk: `STANDING#${frameworkId}`,
  sk: `BUCKET#${String(bucket).padStart(2, "0")}`,
});

/** Keys of the items with the kept standing of these rules (or of all the framework's rules). */
export function ruleKeys(frameworkId: string, useCaseIds?: readonly string[]): Key[] {
  const buckets = useCaseIds
    ? [...new Set(useCaseIds.map(bucketOf))]
    : Array.from({ length: BUCKETS }, (_, bucket) => bucket);
  return buckets.map((bucket) => bucketKey(frameworkId, bucket));
}

/** A transaction's changes to one rule's attributes. */
export interface RuleChange {
  use_case_id: string;
  set?: readonly (readonly [name: string, value: unknown])[];
  remove?: readonly string[];
  assumes?: Condition | undefined;
}

/** One update for each bucket that holds one of the rules; at most 16. */
export function changeBuckets(
  frameworkId: string,
  changes: readonly RuleChange[],
  more: (useCaseId: string) => {
    add?: Readonly<Record<string, number>>;
    where?: Condition;
  } = () => ({}),
): Action[] {
  const buckets = Map.groupBy(changes, ({ use_case_id }) => bucketOf(use_case_id));
  return [...buckets].map(([bucket, group]) => {
    const { add = {}, where } = more(group[0]?.use_case_id ?? "");
    const set = group.flatMap((one) => one.set ?? []);
    return change(bucketKey(frameworkId, bucket), {
      set: Object.fromEntries(set.map(([name, value]) => [literally(name), value])),
      remove: group.flatMap(({ remove = [] }) => remove.map(literally)),
      add,
      where: all(
        ...[...group.map(({ assumes }) => assumes), where].filter((one) => one !== undefined),
      ),
    });
  });
}
