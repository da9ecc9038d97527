import {
  LONGEST_REVIEW_MS,
  type RuleThen,
  wasOpenAt,
} from "../../shared/domain/reviews/coverage.ts";
import { type ReviewRecord, reviewStatuses } from "../../shared/domain/reviews/review.ts";
import {
  type Answered,
  noAnswers,
  type RuleAnswers,
} from "../../shared/domain/reviews/rule-status.ts";
import { queryAll } from "../../shared/store/read.ts";
import { decisionsBackFrom, reviewOf, reviewPartitions } from "../../shared/store/reviews.ts";
import { getRuleHistory, type LiveRule } from "../../shared/store/rules.ts";

/** The rules with the content they had at an instant; only those changed since are looked up. */
export async function rulesAt(
  frameworkId: string,
  live: readonly LiveRule[],
  at: string,
): Promise<RuleThen[]> {
  const rules = await Promise.all(
    live.map(async ({ rule, content_hash, updated_at }): Promise<RuleThen | null> => {
      const { use_case_id } = rule;
      if (updated_at <= at) return { use_case_id, content_hash, rule };
      const history = await getRuleHistory(frameworkId, use_case_id);
      const then = history.findLast(({ created_at }) => created_at <= at);
      return then ? { use_case_id, content_hash: then.content_hash, rule: then.content } : null;
    }),
  );
  return rules.filter((rule) => rule !== null);
}

const notAfter = (answered: Answered | null, at: string): Answered | null =>
  answered !== null && answered.decided_at <= at ? answered : null;

/**
 * The answers as they stood at an instant. Where the latest ones are older than it they are taken;
 * for the others the decisions before it are read backwards until each is known.
 */
export async function answersAt(
  frameworkId: string,
  useCaseIds: readonly string[],
  latest: (useCaseId: string) => RuleAnswers,
  at: string,
): Promise<(useCaseId: string) => RuleAnswers> {
  const known = new Map<string, RuleAnswers>();
  const open = new Set<string>();
  for (const id of useCaseIds) {
    const { approved, denied } = latest(id);
    known.set(id, { approved: notAfter(approved, at), denied: notAfter(denied, at) });
    const isNewer = (approved?.decided_at ?? "") > at || (denied?.decided_at ?? "") > at;
    if (isNewer && known.get(id)?.approved === null) open.add(id);
  }
  if (open.size > 0) await resolve(frameworkId, open, known, at);
  return (id) => known.get(id) ?? noAnswers;
}

async function resolve(
  frameworkId: string,
  open: Set<string>,
  known: Map<string, RuleAnswers>,
  at: string,
): Promise<void> {
  for await (const { kind, review_id, decided_at, rules } of decisionsBackFrom(frameworkId, at)) {
    for (const [id, content_hash] of Object.entries(rules)) {
      const answers = known.get(id);
      if (!open.has(id) || answers === undefined) continue;
      const answered = { review_id, decided_at, content_hash };
      if (kind === "yes") {
        known.set(id, { ...answers, approved: answered });
        open.delete(id);
      } else if (answers.denied === null) {
        known.set(id, { ...answers, denied: answered });
      }
    }
    if (open.size === 0) return;
  }
}

/** The requests that were open at an instant, by rule. */
export async function openAt(
  frameworkId: string,
  at: string,
): Promise<ReadonlyMap<string, ReviewRecord>> {
  const from = new Date(Date.parse(at) - LONGEST_REVIEW_MS).toISOString();
  const found = await Promise.all(
    reviewStatuses.map((status) =>
      queryAll({
        index: "gsi2",
        pk: reviewPartitions.framework(frameworkId, status),
        from,
        below: `${at}~`,
      }),
    ),
  );
  const open = found
    .flat()
    .map(reviewOf)
    .filter((record) => wasOpenAt(record, at));
  return new Map(open.flatMap((record) => record.rule_use_case_ids.map((id) => [id, record])));
}
