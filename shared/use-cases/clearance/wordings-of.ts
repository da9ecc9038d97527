import type { Question } from "#shared/domain/clearance/question.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { contentHash, type Rule } from "#shared/domain/frameworks/rule.ts";
import type { RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import { rulesAt } from "#shared/use-cases/evidence/rules-at.ts";

interface Wording {
  rule: Rule;
  content_hash: string;
}

interface Wordings {
  /** The wording in question: as given, or as it was live at the instant; null: there is none. */
  asked: Wording | null;
  /** The rule was in the book. */
  isKnown: boolean;
  /** The wording approved last, if it is another one than that in question. */
  approved: Rule | null;
}

/**
 * The wordings of each rule, in one wait. Only what no earlier read has seen is read: an approved
 * wording that is live is known from there, and one that is the wording in question is not needed.
 * @param past ISO 8601 UTC; null: now
 */
export async function wordingsOf(
  { framework_id, rules }: Question,
  live: readonly LiveRule[],
  answers: (useCaseId: string) => RuleAnswers,
  past: string | null,
): Promise<(useCaseId: string) => Wordings> {
  const given =
    rules === null
      ? null
      : new Map(
          rules.map((rule): [string, Wording] => [
            rule.use_case_id,
            { rule, content_hash: contentHash(framework_id, rule) },
          ]),
        );
  const isNeeded = (id: string): boolean =>
    given?.get(id)?.content_hash !== answers(id).approved?.content_hash;
  const then = await rulesAt(live, answers, past, isNeeded);
  const known = new Map(then.map((rule) => [rule.use_case_id, rule]));
  return (id) => {
    const own = known.get(id);
    const of = given === null ? own : given.get(id);
    const asked = of === undefined ? null : { rule: of.rule, content_hash: of.content_hash };
    const hash = answers(id).approved?.content_hash;
    const approved = own?.content_hash === hash ? own?.rule : own?.approved;
    return {
      asked,
      isKnown: own !== undefined,
      approved: asked?.content_hash === hash ? null : (approved ?? null),
    };
  };
}
