import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { withinAnswer } from "#shared/domain/reviews/answer-size.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { counselKey, counselOf } from "#shared/store/counsel.ts";
import { frameworkKey, frameworkOf } from "#shared/store/frameworks.ts";
import { getItems, type Item } from "#shared/store/read.ts";
import { answersIn } from "#shared/store/rule-answers.ts";
import { answerKeys } from "#shared/store/rule-buckets.ts";
import { contentKey, contentOf } from "#shared/store/rules.ts";

/** What counsel is shown of a review besides the request itself. */
export interface Material {
  framework: Framework;
  counsel: CounselRecord;
  /** The pinned snapshot, in the order of the request. */
  rules: Rule[];
  /** Use cases whose pinned content differs from what was approved last. */
  changed: string[];
  /** What was approved last of those, as far as it fits the answer. */
  previouslyApproved: Record<string, Rule>;
}

/**
 * The pinned content, the names, and how the rules differ from their last approval. One read; one
 * more only when rules have changed, because where their approved text lies is known only then.
 */
export async function readMaterial(record: ReviewRecord): Promise<Material> {
  const { framework_id, counsel_id, rule_use_case_ids, pinned_hashes } = record;
  const contents = rule_use_case_ids.map((id, i) =>
    contentKey(framework_id, id, pinned_hashes[i] ?? ""),
  );
  const [framework, counsel, ...rest] = await getItems([
    frameworkKey(framework_id),
    counselKey(counsel_id),
    ...contents,
    ...answerKeys(framework_id, rule_use_case_ids),
  ]);
  const answers = answersIn(rest.slice(contents.length));
  const rules = rest.slice(0, contents.length).map((item) => contentOf(item as Item));
  const changed = rule_use_case_ids.flatMap((id, i) => {
    const { approved } = answers(id);
    const isChanged = approved !== null && approved.content_hash !== pinned_hashes[i];
    return isChanged ? [{ id, key: contentKey(framework_id, id, approved.content_hash) }] : [];
  });
  const before = changed.length === 0 ? [] : await getItems(changed.map(({ key }) => key));
  return {
    framework: frameworkOf(framework as Item),
    counsel: counselOf(counsel as Item),
    rules,
    changed: changed.map(({ id }) => id),
    previouslyApproved: withinAnswer(
      rules,
      before.map((item) => contentOf(item as Item)),
    ),
  };
}
