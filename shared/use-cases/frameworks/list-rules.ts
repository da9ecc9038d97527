import { DomainError } from "#shared/domain/errors.ts";
import { type ShownRule, shownRule } from "#shared/domain/frameworks/live-rule.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { pageOfLiveRules } from "#shared/store/rules.ts";

/**
 * A page of a framework's live rules with their review status.
 * @throws DomainError `not_found`
 */
export async function listRules(
  frameworkId: string,
  paging: Paging,
  now: string,
): Promise<Page<ShownRule>> {
  const [framework, page, reviewsOf] = await Promise.all([
    getFramework(frameworkId),
    pageOfLiveRules(frameworkId, paging),
    reviewsOfRules(frameworkId, now),
  ]);
  if (framework === null) throw new DomainError("not_found", "There is no such framework.");
  const items = page.items.map((live) => {
    const { open, ...answers } = reviewsOf(live.rule.use_case_id);
    return shownRule(live, answers, open !== null, now);
  });
  return { ...page, items };
}
