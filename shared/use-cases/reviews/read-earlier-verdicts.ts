import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { differences } from "#shared/domain/frameworks/rule-diff.ts";
import { becameOf } from "#shared/domain/reviews/became.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { verdictsOfCounsel } from "#shared/store/counsel-verdicts.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { getContents } from "#shared/store/rules.ts";

/**
 * This counsel's newest earlier remark on each rule of the request, with what became of it, unless they
 * have approved the rule since. This takes one read in parallel with the others, and two more only if
 * counsel has said anything about these rules.
 */
export async function readEarlierVerdicts(record: ReviewRecord, now: string) {
  const remembered = await verdictsOfCounsel(record.counsel_id);
  const newest = new Map<string, Remembered>();
  for (const { review_id, decided_at, rules } of remembered) {
    if (review_id === record.id) continue;
    for (const rule of rules) {
      const index = record.rule_use_case_ids.indexOf(rule.use_case_id);
      if (index < 0 || newest.has(rule.use_case_id)) continue;
      const pinned = record.pinned_hashes[index] as string;
      newest.set(rule.use_case_id, { ...rule, review_id, decided_at, pinned });
    }
  }
  if (newest.size === 0) return [];
  const found = [...newest.values()];
  const [reviews, wordingsOf] = await Promise.all([
    getReviews([...new Set(found.map(({ review_id }) => review_id))]),
    wordings(record.framework_id, found),
  ]);
  const saidIn = ({ review_id, use_case_id }: Remembered) =>
    reviews
      .find((review) => review?.id === review_id)
      ?.rule_verdicts?.find((one) => one.use_case_id === use_case_id);
  return record.rule_use_case_ids.flatMap((id) => {
    const one = newest.get(id);
    const said = one === undefined ? undefined : saidIn(one);
    // Words that were erased are not shown to their author either.
    if (one === undefined || typeof said?.text !== "string") return [];
    const { before, after } = wordingsOf(one);
    const suggestions = becameOf(said.suggestions ?? [], before, after, now);
    return [
      {
        ...shown(one, said.text, before && after ? changedIn(before, after) : []),
        ...(suggestions.length === 0 ? {} : { suggestions }),
      },
    ];
  });
}

const changedIn = (before: Rule, after: Rule): string[] =>
  differences(before, after).map(({ field }) => field);

interface Remembered {
  use_case_id: string;
  review_id: string;
  decided_at: string;
  verdict: Decision;
  /** Hash of the wording that was remarked on. */
  content_hash: string;
  /** Hash of the wording under review. */
  pinned: string;
}

const shown = (
  { use_case_id, review_id, decided_at, verdict, content_hash, pinned }: Remembered,
  text: string,
  changed_fields: string[],
) => ({
  use_case_id,
  review_id,
  decided_at,
  verdict,
  text,
  became: content_hash === pinned ? ("unchanged" as const) : ("amended" as const),
  changed_fields,
});

/** For each remark, the wording that was remarked on and the one under review. */
async function wordings(
  framework_id: string,
  found: readonly Remembered[],
): Promise<(one: Remembered) => { before: Rule | null; after: Rule | null }> {
  const contents = await getContents(
    found.flatMap(({ use_case_id, content_hash, pinned }) =>
      [content_hash, pinned].map((hash) => ({ framework_id, use_case_id, content_hash: hash })),
    ),
  );
  return (one) => {
    const index = found.indexOf(one);
    return { before: contents[2 * index] ?? null, after: contents[2 * index + 1] ?? null };
  };
}
