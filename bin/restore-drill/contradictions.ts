import { contentHash, type Rule } from "#shared/domain/frameworks/rule.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import { againstTrail } from "./against-trail.ts";
import { mailContradictions } from "./courier.ts";
import { lawContradictions } from "./law.ts";
import type { Item, TableContents } from "./read-table.ts";
import { bucketText, differs, meta, reviewsIn, type StoredReview, text } from "./stored-review.ts";

/** What one item says and another one, or its own hash, denies. */
export function contradictions(contents: TableContents): string[] {
  return [
    ...[...contents.records].flatMap(([key, item]) => contradictionOf(key, item, contents)),
    ...againstTrail(contents),
    ...answersAgainstReviews(contents),
    ...mailContradictions(contents),
    ...lawContradictions(contents),
  ];
}

function contradictionOf(key: string, item: Item, { records }: TableContents): string[] {
  if (key.startsWith("RULES#")) {
    const { framework_id, rule, content_hash } = item.live as never as {
      framework_id: string;
      rule: Rule;
      content_hash: string;
    };
    return contentHash(framework_id, rule) === content_hash
      ? []
      : [`${key} does not match its own hash.`];
  }
  const [, framework, hash] = /^RULE#([^#]+)#[^ ]+ \/ CONTENT#(.+)$/.exec(key) ?? [];
  if (framework !== undefined) {
    return contentHash(framework, item.content as Rule) === hash
      ? []
      : [`${key} does not match its own hash.`];
  }
  if (key.startsWith("LINK#")) {
    const review = records.get(meta(`REVIEW#${(item.review as StoredReview).id}`))?.review;
    return review === undefined || !differs(review, item.review)
      ? []
      : [`${key} and the review ${(review as StoredReview).id} are not the same.`];
  }
  const entry = (item.decision ?? item.approval) as Item | undefined;
  if (entry === undefined || !/^(DECISIONS|APPROVED)#/.test(key)) return [];
  const review = records.get(meta(`REVIEW#${text(entry.review_id)}`))?.review as StoredReview;
  if (review === undefined) return [];
  const pinned = new Map(
    review.rule_use_case_ids.map((rule, place) => [rule, review.pinned_hashes[place]]),
  );
  const rules = entry.rules as { use_case_id: string; content_hash: string }[];
  const isSame =
    entry.decided_at === review.decided_at &&
    rules.every(({ use_case_id, content_hash }) => pinned.get(use_case_id) === content_hash) &&
    (entry.kind === undefined || (entry.kind === "yes") === isApproval(review.status)) &&
    (item.approval === undefined || entry.decision === review.status) &&
    key.endsWith(`/ ${review.decided_at}#${review.id}`) &&
    (item.decision === undefined || rules.length === pinned.size);
  return isSame ? [] : [`${key} and the review ${review.id} are not the same.`];
}

/** The latest yes and no of each rule, as coverage reads them. */
function answersAgainstReviews(contents: TableContents): string[] {
  const latest = new Map<
    string,
    { review: StoredReview; hash: string | undefined; bucket: string }
  >();
  for (const review of reviewsIn(contents)) {
    const { status, decided_at, framework_id } = review;
    if (!isDecision(status) || decided_at === null) continue;
    const kind = isApproval(status) ? "yes" : "no";
    for (const [place, rule] of review.rule_use_case_ids.entries()) {
      const bucket = bucketText(framework_id, rule);
      const name = `${bucket} ${kind}#${rule}`;
      const known = latest.get(name)?.review.decided_at;
      if (known !== undefined && (known ?? "") > decided_at) continue;
      latest.set(name, { review, hash: review.pinned_hashes[place], bucket });
    }
  }
  return [...latest].flatMap(([name, { review, hash, bucket }]) => {
    const item = contents.records.get(bucket);
    const stored = item?.[name.slice(bucket.length + 1)] as Item | undefined;
    if (item === undefined) return [];
    return stored?.decided_at === review.decided_at && stored?.content_hash === hash
      ? []
      : [`${bucket} does not name the answer of review ${review.id}.`];
  });
}
