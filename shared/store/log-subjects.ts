import type { Leaf } from "#shared/domain/clearance/answer.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import type { SubjectHead } from "#shared/domain/log/follow.ts";
import { change } from "./item.ts";
import { getItems } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * LOGSUBJECT#<subject> / META: what the log has of a chained subject, which is the last row that it
 * took (`head`) and, for a review request, its decision (`decision`)
 */

const subjectKey = (subject: string): Key => ({ pk: `LOGSUBJECT#${subject}`, sk: "META" });

export const getSubjectHeads = async (
  subjects: readonly string[],
): Promise<(SubjectHead | null)[]> =>
  (await getItems(subjects.map(subjectKey))).map(
    (item) => (item?.head as SubjectHead | undefined) ?? null,
  );

/**
 * Moves a subject's head forward.
 * @param decision its decision, if that is among the rows taken; null keeps the stored one
 */
export const putSubjectHead = (subject: string, head: SubjectHead, decision: Leaf | null): Action =>
  change(subjectKey(subject), { set: { head, decision: decision ?? undefined } });

/**
 * The leaf of each review request's decision, by request, without decisions that the log has not taken.
 */
export async function decisionLeaves(
  reviewIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Leaf>> {
  const ids = [...reviewIds];
  const of = (resource_id: string) =>
    subjectKey(subjectOf({ resource_type: "rule_review_request", resource_id, action: "" }));
  const items = await getItems(ids.map(of));
  return new Map(
    ids.flatMap((id, i) => {
      const leaf = items[i]?.decision as Leaf | undefined;
      return leaf === undefined ? [] : [[id, leaf] as const];
    }),
  );
}
