import { DomainError } from "#shared/domain/errors.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { getLiveRules } from "#shared/store/rules.ts";

/**
 * The live rules an import would replace, in the import's order; null for new ones.
 * @throws DomainError `not_found` for an unknown framework
 */
export async function liveRulesToReplace(
  frameworkId: string,
  rules: readonly GivenRule[],
): Promise<(LiveRule | null)[]> {
  const [framework, live] = await Promise.all([
    getFramework(frameworkId),
    getLiveRules(
      frameworkId,
      rules.map(({ use_case_id }) => use_case_id),
    ),
  ]);
  if (framework === null) {
    throw new DomainError("not_found", `There is no framework ${frameworkId}; create it first.`);
  }
  return live;
}
