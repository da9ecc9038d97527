import { isNewWording, planImport, reportImport } from "#shared/domain/frameworks/plan-import.ts";
import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import { opinionsOn } from "#shared/store/rule-decisions.ts";
import { liveRulesToReplace } from "./live-rules-to-replace.ts";

interface Preview {
  frameworkId: string;
  rules: readonly GivenRule[];
  now: string;
}

/**
 * Previews an import of these rules: what it would change, field by field, and which approvals of the
 * live wording it would end. Writes nothing.
 * @throws DomainError `not_found` for an unknown framework
 */
export async function previewRules({ frameworkId, rules, now }: Preview) {
  const live = await liveRulesToReplace(frameworkId, rules);
  const changes = planImport(frameworkId, rules, live);
  const replaced = new Map(
    changes
      .filter(isNewWording)
      .flatMap(({ before }) => (before ? [[before.rule.use_case_id, before] as const] : [])),
  );
  const opinions = await opinionsOn(frameworkId, [...replaced.keys()], now);
  const hits = (id: string): string[] => {
    const live = replaced.get(id)?.content_hash;
    const said = opinions(id).filter(({ content_hash }) => content_hash === live);
    // A refusal ends all earlier approvals of the same wording.
    const refused = said.findLast(({ decision }) => !isApproval(decision))?.decided_at ?? "";
    return said
      .filter(({ decision, decided_at }) => isApproval(decision) && decided_at > refused)
      .map(({ review_id }) => review_id);
  };
  const report = reportImport(rules, changes).map((change) => ({
    ...change,
    approvals_hit: change.change === "updated" ? hits(change.use_case_id) : [],
  }));
  const count = (change: "created" | "updated" | "unchanged") =>
    report.filter((rule) => rule.change === change).length;
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    rules: report,
  };
}
