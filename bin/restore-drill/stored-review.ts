import { canonicalHash } from "#shared/domain/canonical.ts";
import type { MailState } from "#shared/domain/courier/mail-status.ts";
import type { ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { bucketKey, bucketOf } from "#shared/store/rule-buckets.ts";
import type { TableContents } from "./read-table.ts";

/** The parts of a stored review that demand something. */
export interface StoredReview {
  id: string;
  framework_id: string;
  counsel_id: string;
  counsel_email: string | null;
  rule_use_case_ids: string[];
  pinned_hashes: string[];
  token_hash: string;
  status: ReviewStatus;
  created_at: string;
  expires_at: string;
  decided_at: string | null;
  mail: MailState | null;
  extension?: { number: number; at: string } | null;
  mailing: { messages: string[]; links: number; counted_from?: string } | null;
}

export const reviewsIn = ({ records }: TableContents): StoredReview[] =>
  [...records]
    .filter(([key]) => key.startsWith("REVIEW#"))
    .map(([, item]) => item.review as StoredReview);

export const meta = (pk: string): string => `${pk} / META`;

export const frameworkKeyOf = (id: string): string =>
  `${isCanaryFramework(id) ? "FRAMEWORKS#CANARY" : "FRAMEWORKS"} / ${id}`;

/** The item that keeps how a rule stands. */
export function bucketText(framework: string, rule: string): string {
  const { pk, sk } = bucketKey(framework, bucketOf(rule));
  return `${pk} / ${sk}`;
}

export const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const differs = (one: unknown, other: unknown): boolean =>
  canonicalHash(one ?? null) !== canonicalHash(other ?? null);
