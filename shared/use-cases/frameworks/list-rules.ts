import { noSuch } from "#shared/domain/errors.ts";
import { enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import { type ShownRule, shownRule } from "#shared/domain/frameworks/live-rule.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
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
  const [framework, page, events, reviewsOf] = await Promise.all([
    getFramework(frameworkId),
    pageOfLiveRules(frameworkId, paging),
    enforcementOf(frameworkId),
    reviewsOfRules(frameworkId, now),
  ]);
  if (framework === null) throw noSuch("framework");
  const standing = enforcementAt(events, now);
  const items = page.items.map((live) => {
    const { open, ...answers } = reviewsOf(live.rule.use_case_id);
    return shownRule(live, answers, open !== null, standing(live.rule));
  });
  return { ...page, items };
}
