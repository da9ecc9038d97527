import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import type { RuleThen } from "#shared/domain/reviews/coverage.ts";
import type { RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import { getContents, getRuleHistory } from "#shared/store/rules.ts";

type Answers = (useCaseId: string) => RuleAnswers;

/** A rule at an instant, with the content approved by then; null if it is the same. */
type RuleAt = RuleThen & { approved: Rule | null };

/**
 * The rules with the content they had at an instant and the content approved by then, in one round
 * trip: rules changed since then need their whole history, the others only the approved content, if
 * it differs. A first version newer than the instant needs nothing: there was no such rule.
 * @param at ISO 8601 UTC; null: now
 * @param isNeeded whether the approved content of a rule that has not changed since is wanted
 */
export async function rulesAt(
  live: readonly LiveRule[],
  answers: Answers,
  at: string | null,
  isNeeded: (useCaseId: string) => boolean = () => true,
): Promise<RuleAt[]> {
  const isSame = ({ updated_at }: LiveRule) => at === null || updated_at <= at;
  const [approved, earlier] = await Promise.all([
    approvedContents(
      live.filter((one) => isSame(one) && isNeeded(one.rule.use_case_id)),
      answers,
    ),
    earlierOf(
      live.filter((one) => !isSame(one) && one.version > 1),
      answers,
      at ?? "",
    ),
  ]);
  const rules = live.map((rule) =>
    isSame(rule)
      ? { ...stateOf(rule), approved: approved.get(rule.rule.use_case_id) ?? null }
      : (earlier.get(rule.rule.use_case_id) ?? null),
  );
  return rules.filter((rule) => rule !== null);
}

const stateOf = ({ rule, content_hash }: LiveRule): RuleThen => ({
  use_case_id: rule.use_case_id,
  content_hash,
  rule,
});

/** Histories read at once: more would wait for a connection and run into their deadline. */
const AT_ONCE = 40;

/** By rule, those changed after the instant as they were then; none if created after it. */
async function earlierOf(
  changed: readonly LiveRule[],
  answers: Answers,
  at: string,
): Promise<ReadonlyMap<string, RuleAt>> {
  const found = new Map<string, RuleAt>();
  await eachBounded(changed, AT_ONCE, async (rule) => {
    const then = await ruleAt(rule, answers, at);
    if (then !== null) found.set(then.use_case_id, then);
  });
  return found;
}

/** A rule that was changed after the instant; null: it was created after it. */
async function ruleAt(
  { framework_id, rule: { use_case_id } }: LiveRule,
  answers: Answers,
  at: string,
): Promise<RuleAt | null> {
  const history = await getRuleHistory(framework_id, use_case_id);
  const then = history.findLast(({ created_at }) => created_at <= at);
  if (then === undefined) return null;
  const { content_hash, content: rule } = then;
  const hash = answers(use_case_id).approved?.content_hash;
  const approved = history.find((version) => version.content_hash === hash)?.content ?? null;
  return { use_case_id, content_hash, rule, approved };
}

/** The approved content of rules that differ from it; nothing else is read. */
async function approvedContents(
  live: readonly LiveRule[],
  answers: Answers,
): Promise<ReadonlyMap<string, Rule>> {
  const changed = live.flatMap(({ framework_id, rule: { use_case_id }, content_hash }) => {
    const { approved } = answers(use_case_id);
    return approved && approved.content_hash !== content_hash
      ? [{ framework_id, use_case_id, content_hash: approved.content_hash }]
      : [];
  });
  const contents = await getContents(changed);
  return new Map(
    changed.flatMap(({ use_case_id }, i) => {
      const content = contents[i];
      return content ? [[use_case_id, content] as const] : [];
    }),
  );
}
