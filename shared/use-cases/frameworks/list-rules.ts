import { noSuch } from "#shared/domain/errors.ts";
import type { ShownRule } from "#shared/domain/frameworks/live-rule.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { pageOfLiveRules } from "#shared/store/rules.ts";
import { readRuleRecords } from "#shared/use-cases/standing/rule-records.ts";
import { shownRules } from "#shared/use-cases/standing/shown-rules.ts";

/**
 * A page of a framework's live rules with their review status.
 * @throws DomainError `not_found`
 */
export async function listRules(
  frameworkId: string,
  paging: Paging,
  now: string,
): Promise<Page<ShownRule>> {
  const [framework, page, events, records] = await Promise.all([
    getFramework(frameworkId),
    pageOfLiveRules(frameworkId, paging),
    enforcementOf(frameworkId),
    readRuleRecords({ frameworkId, at: now, now }),
  ]);
  if (framework === null) throw noSuch("framework");
  return { ...page, items: await shownRules(page.items, records, events, now) };
}
