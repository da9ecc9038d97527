import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import type { RuleThen } from "#shared/domain/standing/coverage.ts";
import { getContents, getRuleHistory } from "#shared/store/rules.ts";

/** Gives the content hash of the wording to compare with; null: none is wanted. */
type ComparedTo = (useCaseId: string, wording: string) => string | null;

/** A rule at an instant, with the content that it is compared with; null if that is the same. */
type RuleAt = RuleThen & { other: Rule | null };

/**
 * The rules with their content at an instant and the content that each is compared with, in one round
 * trip. Rules changed since then need their whole history; the others need only the other content, if
 * it differs. A rule whose first version is newer than the instant needs nothing: it did not exist.
 * @param at ISO 8601 UTC; null: now
 * @param comparedTo the approved wording, if the caller wants the fields that have changed
 */
export async function rulesAt(
  live: readonly LiveRule[],
  at: string | null,
  comparedTo: ComparedTo = () => null,
): Promise<RuleAt[]> {
  const isSame = ({ updated_at }: LiveRule) => at === null || updated_at <= at;
  const [other, earlier] = await Promise.all([
    otherContents(live.filter(isSame), comparedTo),
    earlierOf(
      live.filter((one) => !isSame(one) && one.version > 1),
      comparedTo,
      at ?? "",
    ),
  ]);
  const rules = live.map((rule) =>
    isSame(rule)
      ? { ...stateOf(rule), other: other.get(rule.rule.use_case_id) ?? null }
      : (earlier.get(rule.rule.use_case_id) ?? null),
  );
  return rules.filter((rule) => rule !== null);
}

const stateOf = ({ rule, content_hash }: LiveRule): RuleThen => ({
  use_case_id: rule.use_case_id,
  content_hash,
  rule,
});

/** How many histories are read at once: more would wait for a connection and miss their deadline. */
const AT_ONCE = 40;

/** Rules changed after the instant, as they were then, by id; without those created after it. */
async function earlierOf(
  changed: readonly LiveRule[],
  comparedTo: ComparedTo,
  at: string,
): Promise<ReadonlyMap<string, RuleAt>> {
  const found = new Map<string, RuleAt>();
  await eachBounded(changed, AT_ONCE, async (rule) => {
    const then = await ruleAt(rule, comparedTo, at);
    if (then !== null) found.set(then.use_case_id, then);
  });
  return found;
}

/** A rule that was changed after the instant; null: it was created after it. */
async function ruleAt(
  { framework_id, rule: { use_case_id } }: LiveRule,
  comparedTo: ComparedTo,
  at: string,
): Promise<RuleAt | null> {
  const history = await getRuleHistory(framework_id, use_case_id);
  const then = history.findLast(({ created_at }) => created_at <= at);
  if (then === undefined) return null;
  const { content_hash, content: rule } = then;
  const hash = comparedTo(use_case_id, content_hash);
  const other = history.find((version) => version.content_hash === hash)?.content ?? null;
  return { use_case_id, content_hash, rule, other };
}

/** By rule, the content that it is compared with, if that differs; nothing else is read. */
async function otherContents(
  live: readonly LiveRule[],
  comparedTo: ComparedTo,
): Promise<ReadonlyMap<string, Rule>> {
  const wanted = live.flatMap(({ framework_id, rule: { use_case_id }, content_hash }) => {
    const hash = comparedTo(use_case_id, content_hash);
    return hash === null || hash === content_hash
      ? []
      : [{ framework_id, use_case_id, content_hash: hash }];
  });
  const contents = await getContents(wanted);
  return new Map(
    wanted.flatMap(({ use_case_id }, i) => {
      const content = contents[i];
      return content ? [[use_case_id, content] as const] : [];
    }),
  );
}
