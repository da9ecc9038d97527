import { DomainError } from "#shared/domain/errors.ts";
import { coverageRow, totalsOf } from "#shared/domain/reviews/coverage.ts";
import { bind } from "#shared/edge/bind.ts";
import { evidenceRoutes } from "#shared/routes/table/evidence.ts";
import { decisionsUpTo } from "#shared/store/decisions.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { getItems, queryAll } from "#shared/store/read.ts";
import { openReviewsByRule } from "#shared/store/reviews.ts";
import { answerKeys, answersIn } from "#shared/store/rule-answers.ts";
import { liveRuleOf, rulesPartition } from "#shared/store/rules.ts";
import { answersAt, openAt } from "#shared/use-cases/evidence/as-of.ts";
import { rulesAt } from "#shared/use-cases/evidence/rules-at.ts";

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
  const [framework, items, answerItems, open, past] = await Promise.all([
    getFramework(framework_id),
    queryAll({ pk: rulesPartition(framework_id) }),
    getItems(answerKeys(framework_id)),
    isPast ? openAt(framework_id, at) : openReviewsByRule(framework_id, now),
    isPast ? decisionsUpTo(framework_id, at) : null,
  ]);
  if (framework === null) throw new DomainError("not_found", "There is no such framework.");
  const live = items.map(liveRuleOf);
  const latest = answersIn(answerItems);
  const ids = live.map(({ rule }) => rule.use_case_id);
  const answers = past === null ? latest : await answersAt(at, ids, latest, past);
  const rules = await rulesAt(live, answers, isPast ? at : null);
  const rows = rules.map(({ approved, ...rule }) =>
    coverageRow(rule, answers(rule.use_case_id), open.get(rule.use_case_id), approved),
  );
  return { status: 200, body: { framework_id, as_of: at, totals: totalsOf(rows), rules: rows } };
});
