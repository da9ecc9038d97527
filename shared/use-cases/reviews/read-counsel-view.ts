import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { type Rule, ruleVersionHash, type SourceStatus } from "#shared/domain/frameworks/rule.ts";
import { withinAnswer } from "#shared/domain/reviews/answer-size.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { lastApproval } from "#shared/domain/standing/kept-decisions.ts";
import { counselRead } from "#shared/store/counsel.ts";
import { frameworkRead } from "#shared/store/frameworks.ts";
import { keptStandingRead } from "#shared/store/kept-standing.ts";
import { panelRead } from "#shared/store/panels.ts";
import { nothing, readTogether } from "#shared/store/read-together.ts";
import { reviewRead } from "#shared/store/reviews.ts";
import { contentsRead, getContents, liveRulesRead, sourcesRead } from "#shared/store/rules.ts";

/** The data that counsel sees about a review besides the request itself. */
export interface CounselView {
  /** The record itself; the link has only a copy. */
  record: ReviewRecord;
  framework: Framework;
  counsel: CounselRecord;
  /** The pinned snapshot, in the order of the request. */
  rules: Rule[];
  /** Where each rule's facts were read; not part of the snapshot. */
  sources: { use_case_id: string; source_status: SourceStatus | null }[];
  /** Use cases whose pinned content differs from the last approved one. */
  changed: string[];
  /** The last approved content of those use cases, as far as it fits into the answer. */
  previouslyApproved: Record<string, Rule>;
  /** Use cases whose live wording is no longer the pinned one. */
  changedMeanwhile: string[];
  /** The panel to which the request belongs; null: none. */
  panel: PanelRecord | null;
}

/**
 * Reads the pinned content, the names, and how the rules differ from their last approval. This takes
 * one read, and a second only if rules have changed, because the first one locates their approved
 * texts.
 * @throws DomainError `review_unreadable` unless what is stored is the wording that was sent
 */
export async function readCounselView(record: ReviewRecord): Promise<CounselView> {
  const { framework_id, counsel_id, rule_use_case_ids, pinned_hashes } = record;
  const pinned = rule_use_case_ids.map((use_case_id, i) => ({
    framework_id,
    use_case_id,
    content_hash: pinned_hashes[i] ?? "",
  }));
  const { review, framework, counsel, contents, sources, kept, live, panel } = await readTogether({
    review: reviewRead(record.id),
    framework: frameworkRead(framework_id),
    counsel: counselRead(counsel_id),
    contents: contentsRead(pinned),
    sources: sourcesRead(pinned),
    kept: keptStandingRead(framework_id, rule_use_case_ids),
    live: liveRulesRead(framework_id, rule_use_case_ids),
    panel: record.panel_id === null ? nothing : panelRead(record.panel_id),
  });
  const rules = contents.map(present);
  // Nobody decides on a wording that does not match their link's hash, whatever the table says.
  if (ruleVersionHash(framework_id, rules) !== record.rule_version_hash) throw unreadable();
  const changed = pinned.flatMap(({ use_case_id, content_hash }) => {
    const approved = lastApproval(kept.decisionsOn(use_case_id));
    return approved !== null && approved.content_hash !== content_hash
      ? [{ framework_id, use_case_id, content_hash: approved.content_hash }]
      : [];
  });
  const before = changed.length === 0 ? [] : await getContents(changed);
  return {
    record: present(review),
    framework: present(framework),
    counsel: present(counsel),
    rules,
    sources: rule_use_case_ids.map((use_case_id, i) => ({
      use_case_id,
      source_status: sources[i] ?? null,
    })),
    changed: changed.map(({ use_case_id }) => use_case_id),
    previouslyApproved: withinAnswer(rules, before.map(present)),
    changedMeanwhile: pinned
      .filter(({ content_hash }, i) => live[i]?.content_hash !== content_hash)
      .map(({ use_case_id }) => use_case_id),
    panel,
  };
}

/** Unwraps a record that a request names, which is never deleted. */
function present<T>(record: T | null): T {
  if (record === null) throw unreadable();
  return record;
}

const unreadable = (): DomainError =>
  new DomainError(
    "review_unreadable",
    "What is stored for this request is not what was sent for review. Please ask for a new request.",
  );
