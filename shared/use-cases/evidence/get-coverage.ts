import { noSuch } from "#shared/domain/errors.ts";
import { enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import {
  type CoverageRow,
  coverageRow,
  type OpenOn,
  totalsOf,
} from "#shared/domain/reviews/coverage.ts";
import { type OutlineRow, outlineRow } from "#shared/domain/reviews/coverage-outline.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import {
  type OpenMark,
  type RuleStatus,
  standingApproval,
  toResolve,
} from "#shared/domain/reviews/rule-status.ts";
import { decisionsUpTo } from "#shared/store/decisions.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { answersAt, openAt } from "./as-of.ts";
import { rulesAt } from "./rules-at.ts";

interface CoverageReport {
  framework_id: string;
  as_of: string;
  totals: Record<RuleStatus, number>;
  /** Empty unless the whole report was asked for. */
  rules: CoverageRow[];
  outline?: OutlineRow[];
}

/** How much of the report is told: its rows, its rows without texts, or its totals alone. */
export type CoverageView = "full" | "outline" | "totals";

/**
 * The drift report of a framework: for now, for a past instant with the content and answers of that
 * time, or for a future instant with what is known now.
 * @param asOf ISO 8601 UTC; null: now
 * @param view how much of it; the totals are always told
 * @throws DomainError `not_found`
 */
export async function getCoverage(
  frameworkId: string,
  asOf: string | null,
  now: string,
  view: CoverageView,
): Promise<CoverageReport> {
  const at = asOf ?? now;
  const isPast = at < now;
  const isTold = view !== "totals";
  const [framework, live, events, reviewsOf, past, told] = await Promise.all([
    getFramework(frameworkId),
    allLiveRules(frameworkId),
    enforcementOf(frameworkId),
    reviewsOfRules(frameworkId, at),
    isPast ? decisionsUpTo(frameworkId, at) : null,
    isPast && isTold ? openAt(frameworkId, at) : null,
  ]);
  if (framework === null) throw noSuch("framework");
  const ids = live.map(({ rule }) => rule.use_case_id);
  const answers = past === null ? reviewsOf : await answersAt(at, ids, reviewsOf, past);
  // The totals tell of open requests only where no approval stands.
  const isOpenNeeded =
    isPast && !isTold && ids.some((id) => standingApproval(answers(id)) === null);
  const openThen = isOpenNeeded
    ? await openAt(frameworkId, at)
    : isPast
      ? (told ?? noneOpen)
      : null;
  const openOn = (id: string): OpenOn | null =>
    openThen === null ? openAsMarked(reviewsOf(id).open) : openAsRecorded(openThen.get(id));
  const rules = await rulesAt(live, answers, isPast ? at : null);
  const standing = enforcementAt(events, at);
  const rows = rules.map(({ approved, ...rule }) =>
    coverageRow(
      rule,
      answers(rule.use_case_id),
      openOn(rule.use_case_id),
      approved,
      standing(rule.rule),
    ),
  );
  const outlined = () =>
    rules.map(({ rule, content_hash }, i) => {
      const against = toResolve(answers(rule.use_case_id), content_hash);
      return outlineRow(rows[i] as CoverageRow, rule, against !== null);
    });
  return {
    framework_id: frameworkId,
    as_of: at,
    totals: totalsOf(rows),
    rules: view === "full" ? rows : [],
    ...(view === "outline" ? { outline: outlined() } : {}),
  };
}

const noneOpen: ReadonlyMap<string, ReviewRecord> = new Map();

const openAsMarked = (mark: OpenMark | null): OpenOn | null => {
  if (mark === null) return null;
  return mark.isPanel
    ? { review_id: null, panel_id: mark.review_id }
    : { review_id: mark.review_id, panel_id: null };
};

const openAsRecorded = (review: ReviewRecord | undefined): OpenOn | null => {
  if (review === undefined) return null;
  return review.panel_id === null
    ? { review_id: review.id, panel_id: null }
    : { review_id: null, panel_id: review.panel_id };
};
