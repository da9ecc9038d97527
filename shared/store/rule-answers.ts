import { createHash } from "node:crypto";
import { type Answered, noAnswers, type RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import type { Item } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * The latest answers to each rule, packed into 16 items a framework so that a decision on a hundred
 * rules still fits one transaction, and a whole framework is one read:
 * ANSWERS#<framework> / BUCKET#<k>, attributes `yes#<use_case_id>` and `no#<use_case_id>`.
 */
const BUCKETS = 16;

const bucketOf = (useCaseId: string): number =>
  (createHash("sha256").update(useCaseId).digest()[0] ?? 0) % BUCKETS;

const bucketKey = (frameworkId: string, bucket: number): Key => ({
  pk: `ANSWERS#${frameworkId}`,
  sk: `BUCKET#${String(bucket).padStart(2, "0")}`,
});

/** Keys of the items that hold the answers to these rules (or to all rules of the framework). */
export function answerKeys(frameworkId: string, useCaseIds?: readonly string[]): Key[] {
  const buckets = useCaseIds
    ? [...new Set(useCaseIds.map(bucketOf))]
    : Array.from({ length: BUCKETS }, (_, bucket) => bucket);
  return buckets.map((bucket) => bucketKey(frameworkId, bucket));
}

/** Reads the answers out of those items. */
export function answersIn(items: readonly (Item | null)[]): (useCaseId: string) => RuleAnswers {
  const all = new Map(items.flatMap((item) => Object.entries(item ?? {})));
  const answer = (name: string) => (all.get(name) as Answered | undefined) ?? null;
  return (useCaseId) => {
    const approved = answer(`yes#${useCaseId}`);
    const denied = answer(`no#${useCaseId}`);
    return approved === null && denied === null ? noAnswers : { approved, denied };
  };
}

/** Records a decision's answer to each of its rules; at most 16 actions. */
export function recordAnswers(
  frameworkId: string,
  kind: "yes" | "no",
  answers: readonly (Answered & { use_case_id: string })[],
): Action[] {
  const buckets = Map.groupBy(answers, ({ use_case_id }) => bucketOf(use_case_id));
  return [...buckets].map(([bucket, group]) => ({
    Update: {
      Key: bucketKey(frameworkId, bucket),
      UpdateExpression: `SET ${group.map((_, i) => `#n${i} = :v${i}`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(
        group.map(({ use_case_id }, i) => [`#n${i}`, `${kind}#${use_case_id}`]),
      ),
      ExpressionAttributeValues: Object.fromEntries(
        group.map(({ review_id, decided_at, content_hash }, i) => [
          `:v${i}`,
          { review_id, decided_at, content_hash },
        ]),
      ),
    },
  }));
}
