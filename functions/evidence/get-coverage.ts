import { DomainError } from "../../shared/domain/errors.ts";
import { coverageRow, type RuleThen, totalsOf } from "../../shared/domain/reviews/coverage.ts";
import type { RuleAnswers } from "../../shared/domain/reviews/rule-status.ts";
import { bind } from "../../shared/edge/bind.ts";
import { evidenceRoutes } from "../../shared/routes/evidence.ts";
import { getFramework } from "../../shared/store/frameworks.ts";
import { getItems, queryAll } from "../../shared/store/read.ts";
import { openReviewsByRule } from "../../shared/store/reviews.ts";
import { answerKeys, answersIn } from "../../shared/store/rule-answers.ts";
import { contentKey, contentOf, liveRuleOf, rulesPartition } from "../../shared/store/rules.ts";
import { answersAt, openAt, rulesAt } from "./as-of.ts";

/** The drift report of a framework, for now or for any past instant. */
export const handler = bind(evidenceRoutes.getCoverage)(async ({ params, query, now }) => {
  const { framework_id } = params;
  const at = query.as_of ?? now;
  if (at > now) {
    throw new DomainError("validation_failed", "Not valid: as_of.", {
      errors: [{ path: "as_of", message: "must not lie in the future" }],
    });
  }
  const isPast = query.as_of !== undefined;
  const [framework, items, answerItems, open] = await Promise.all([
    getFramework(framework_id),
    queryAll({ pk: rulesPartition(framework_id) }),
    getItems(answerKeys(framework_id)),
    isPast ? openAt(framework_id, at) : openReviewsByRule(framework_id, now),
  ]);
  if (framework === null) throw new DomainError("not_found", "There is no such framework.");
  const live = items.map(liveRuleOf);
  const latest = answersIn(answerItems);
  const [rules, answers] = isPast
    ? await Promise.all([
        rulesAt(framework_id, live, at),
        answersAt(
          framework_id,
          live.map(({ rule }) => rule.use_case_id),
          latest,
          at,
        ),
      ])
    : [
        live.map(({ rule, content_hash }) => ({
          use_case_id: rule.use_case_id,
          content_hash,
          rule,
        })),
        latest,
      ];
  const approved = await approvedContents(framework_id, rules, answers);
  const rows = rules.map((rule) =>
    coverageRow(
      rule,
      answers(rule.use_case_id),
      open.get(rule.use_case_id),
      approved.get(rule.use_case_id) ?? null,
    ),
  );
  return { status: 200, body: { framework_id, as_of: at, totals: totalsOf(rows), rules: rows } };
});

/** The approved content of the rules that differ from it; nothing else is read. */
async function approvedContents(
  frameworkId: string,
  rules: readonly RuleThen[],
  answers: (useCaseId: string) => RuleAnswers,
) {
  const changed = rules.flatMap(({ use_case_id, content_hash }) => {
    const { approved } = answers(use_case_id);
    return approved && approved.content_hash !== content_hash
      ? [{ use_case_id, key: contentKey(frameworkId, use_case_id, approved.content_hash) }]
      : [];
  });
  const items = await getItems(changed.map(({ key }) => key));
  return new Map(
    changed.map(({ use_case_id }, index) => {
      const item = items[index];
      return [use_case_id, item ? contentOf(item) : null] as const;
    }),
  );
}
