import { createHash } from "node:crypto";
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

/** Keys of the items that hold what is kept of these rules (or all of the framework's). */
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
  assumes?: Assumed | undefined;
}

/**
 * What a change assumes about an attribute: an instant that is absent (null) or at most this, or
 * decisions of which so many have counted.
 */
type Assumed = { name: string; notAfter: string | null } | { name: string; count: number };

/** Whether it is assumed that there is no such attribute. */
const isAbsent = (assumed: Assumed): boolean =>
  "count" in assumed ? assumed.count === 0 : assumed.notAfter === null;

/** One update for each bucket that holds one of the rules; at most 16. */
export function changeBuckets(
  frameworkId: string,
  changes: readonly RuleChange[],
  more: (useCaseId: string) => Partial<BucketUpdate> = () => ({}),
): Action[] {
  const buckets = Map.groupBy(changes, ({ use_case_id }) => bucketOf(use_case_id));
  return [...buckets].map(([bucket, group]) => {
    const update = bucketUpdate(group);
    const { expression = "", names, values, condition } = more(group[0]?.use_case_id ?? "");
    const conditions = [...update.conditions, ...(condition === undefined ? [] : [condition])];
    return {
      Update: {
        Key: bucketKey(frameworkId, bucket),
        UpdateExpression: `${update.expression}${expression}`,
        ExpressionAttributeNames: { ...update.names, ...names },
        ...(Object.keys({ ...update.values, ...values }).length > 0
          ? { ExpressionAttributeValues: { ...update.values, ...values } }
          : {}),
        ...(conditions.length === 0 ? {} : { ConditionExpression: conditions.join(" AND ") }),
      },
    };
  });
}

export interface BucketUpdate {
  expression: string;
  names: Record<string, string>;
  values: Record<string, unknown>;
  condition?: string;
}

function bucketUpdate(changes: readonly RuleChange[]): BucketUpdate & { conditions: string[] } {
  const set = changes.flatMap((change) => change.set ?? []);
  const remove = changes.flatMap((change) => change.remove ?? []);
  const assumed = changes.flatMap(({ assumes }) => (assumes === undefined ? [] : [assumes]));
  const sets = set.map((_, i) => `#s${i} = :s${i}`).join(", ");
  const removes = remove.map((_, i) => `#r${i}`).join(", ");
  return {
    expression: [sets && `SET ${sets}`, removes && `REMOVE ${removes}`].filter(Boolean).join(" "),
    names: Object.fromEntries([
      ...set.map(([name], i) => [`#s${i}`, name]),
      ...remove.map((name, i) => [`#r${i}`, name]),
      ...assumed.map(({ name }, i) => [`#a${i}`, name]),
      ...(assumed.some((one) => "count" in one && !isAbsent(one)) ? [["#count", "count"]] : []),
    ]),
    values: Object.fromEntries([
      ...set.map(([, value], i) => [`:s${i}`, value]),
      ...assumed.flatMap((one, i) =>
        isAbsent(one) ? [] : [[`:a${i}`, "count" in one ? one.count : one.notAfter]],
      ),
    ]),
    conditions: assumed.map((one, i) => {
      if (isAbsent(one)) return `attribute_not_exists(#a${i})`;
      return "count" in one ? `#a${i}.#count = :a${i}` : `#a${i} <= :a${i}`;
    }),
  };
}
