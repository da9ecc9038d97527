import { LONGEST_REVIEW_MS, wasOpenAt } from "#shared/domain/reviews/coverage.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type Answered, noAnswers, type RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import type { PastDecisions } from "#shared/store/decisions.ts";
import { reviewsRequested } from "#shared/store/review-lists.ts";

const notAfter = (answered: Answered | null, at: string): Answered | null =>
  answered !== null && answered.decided_at <= at ? answered : null;

/**
 * The answers as of an instant. The latest ones are used if they are not newer than it; for the
 * other rules, decisions up to the instant are read backwards until each is known.
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

/** By rule, the request that was open at an instant; of several, the one with the latest expiry. */
export async function openAt(
  frameworkId: string,
  at: string,
): Promise<ReadonlyMap<string, ReviewRecord>> {
  const from = new Date(Date.parse(at) - LONGEST_REVIEW_MS).toISOString();
  const open = (await reviewsRequested(frameworkId, from, at))
    .filter((record) => wasOpenAt(record, at))
    .sort((a, b) => (a.expires_at < b.expires_at ? -1 : 1));
  return new Map(open.flatMap((record) => record.rule_use_case_ids.map((id) => [id, record])));
}
