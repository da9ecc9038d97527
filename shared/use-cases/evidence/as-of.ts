import { wasOpenAt } from "#shared/domain/reviews/coverage.ts";
import { isApproval, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type Answered, noAnswers, type RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import type { PastDecisions, PastRule } from "#shared/store/decisions.ts";
import { requestsAround } from "#shared/store/past-requests.ts";

const notAfter = <A extends Answered>(answered: A | null, at: string): A | null =>
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
    const { approved, denied, objection, wish } = latest(id);
    known.set(id, {
      approved: notAfter(approved, at),
      denied: notAfter(denied, at),
      objection: notAfter(objection, at),
      wish: notAfter(wish, at),
    });
    const isNewer = (answered: Answered | null) => (answered?.decided_at ?? "") > at;
    const isUnknown = known.get(id)?.approved === null && (isNewer(approved) || isNewer(denied));
    if (isUnknown || isNewer(objection)) open.add(id);
  }
  await resolve(open, known, past);
  return (id) => known.get(id) ?? noAnswers;
}

async function resolve(
  open: Set<string>,
  known: Map<string, RuleAnswers>,
  past: PastDecisions,
): Promise<void> {
  for (const { kind, rules, ...of } of past.decisions) {
    for (const rule of rules) {
      const { use_case_id: id, content_hash } = rule;
      const answers = known.get(id);
      if (!open.has(id) || answers === undefined) continue;
      const answered = { ...of, review_id: rule.review_id ?? of.review_id, content_hash };
      if (rule.outcome === undefined ? kind === "yes" : isApproval(rule.outcome)) {
        known.set(id, { ...answers, approved: answered });
        open.delete(id);
      } else {
        const denied = answers.denied ?? answered;
        known.set(id, {
          ...answers,
          denied,
          objection: answers.objection ?? objectionIn(rule, answered),
        });
      }
    }
  }
  if (open.size > 0 && past.earlier !== null) await resolve(open, known, await past.earlier());
}

const objectionIn = ({ verdict }: PastRule, answered: Answered): RuleAnswers["objection"] =>
  verdict === "rejected" || verdict === "changes_requested" ? { ...answered, verdict } : null;

/** By rule, the request that was open at an instant; of several, the one with the latest expiry. */
export const openAt = async (
  frameworkId: string,
  at: string,
): Promise<ReadonlyMap<string, ReviewRecord>> => byRule(await allOpenAt(frameworkId, at, true));

/**
 * The requests that were open at an instant, the one with the latest expiry last.
 * @param isBrief as in `requestsAround`
 */
export async function allOpenAt(
  frameworkId: string,
  at: string,
  isBrief = false,
): Promise<ReviewRecord[]> {
  return (await requestsAround(frameworkId, at, isBrief))
    .filter((record) => wasOpenAt(record, at))
    .sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

const place = ({ expires_at, created_at, id }: ReviewRecord): string =>
  `${expires_at}#${created_at}#${id}`;

/** By rule, the last of the requests that are about it. */
export const byRule = (records: readonly ReviewRecord[]): ReadonlyMap<string, ReviewRecord> =>
  new Map(records.flatMap((record) => record.rule_use_case_ids.map((id) => [id, record])));
