import { LONGEST_REVIEW_MS, wasOpenAt } from "#shared/domain/reviews/coverage.ts";
import { type ReviewRecord, reviewStatuses } from "#shared/domain/reviews/review.ts";
import { type Answered, noAnswers, type RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import type { PastDecisions } from "#shared/store/decisions.ts";
import { queryAll } from "#shared/store/read.ts";
import { reviewOf, reviewPartitions } from "#shared/store/reviews.ts";

const notAfter = (answered: Answered | null, at: string): Answered | null =>
  answered !== null && answered.decided_at <= at ? answered : null;

/**
 * The answers as they stood at an instant. Where the latest ones are older than it they are taken;
 * for the others the decisions up to it are gone through backwards until each is known.
 */
export async function answersAt(
  at: string,
  useCaseIds: readonly string[],
  latest: (useCaseId: string) => RuleAnswers,
  past: PastDecisions,
): Promise<(useCaseId: string) => RuleAnswers> {
  const known = new Map<string, RuleAnswers>();
  const open = new Set<string>();
  for (const id of useCaseIds) {
    const { approved, denied } = latest(id);
    known.set(id, { approved: notAfter(approved, at), denied: notAfter(denied, at) });
    const isNewer = (approved?.decided_at ?? "") > at || (denied?.decided_at ?? "") > at;
    if (isNewer && known.get(id)?.approved === null) open.add(id);
  }
  await resolve(open, known, past);
  return (id) => known.get(id) ?? noAnswers;
}

async function resolve(
  open: Set<string>,
  known: Map<string, RuleAnswers>,
  past: PastDecisions,
): Promise<void> {
  for (const { kind, review_id, decided_at, rules } of past.decisions) {
    for (const { use_case_id: id, content_hash } of rules) {
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
  }
  if (open.size > 0 && past.earlier !== null) await resolve(open, known, await past.earlier());
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
