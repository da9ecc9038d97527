import type { MailState } from "#shared/domain/courier/mail-status.ts";
import type { ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { keyOf } from "#shared/store/entities.ts";

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

/** The number of a review's link: it gets a further one when it gets more time. */
export const linkNumber = ({ extension }: StoredReview): number => (extension?.number ?? 0) + 1;

export const frameworkKeyOf = (id: string): string =>
  keyOf(isCanaryFramework(id) ? "canaryFramework" : "framework", id);

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
