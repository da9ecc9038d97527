import { contentHash, type Rule } from "#shared/domain/frameworks/rule.ts";
import { againstTrail } from "./against-trail.ts";
import { mailContradictions } from "./courier.ts";
import { lawContradictions } from "./law.ts";
import type { Item, TableContents } from "./read-table.ts";
import { differs, meta, type StoredReview } from "./stored-review.ts";

/** What one item says and another one, or its own hash, denies. */
export function contradictions(contents: TableContents): string[] {
  return [
    ...[...contents.records].flatMap(([key, item]) => contradictionOf(key, item, contents)),
    ...againstTrail(contents),
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
    const said = (item.review ?? (item.link as { review: unknown }).review) as StoredReview;
    const review = records.get(meta(`REVIEW#${said.id}`))?.review as StoredReview | undefined;
    // What a link signed is a part of the record; its state is a copy of it.
    const same = item.review === undefined ? { ...review, ...said } : said;
    // What it said before the request got more time is of the past.
    const isOfPast =
      item.link !== undefined && !item.sk.endsWith(`#${(review?.extension?.number ?? 0) + 1}`);
    return review === undefined || isOfPast || !differs(review, same)
      ? []
      : [`${key} and the review ${review.id} are not the same.`];
  }
  return [];
}
