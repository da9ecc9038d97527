import type { Question } from "#shared/domain/clearance/question.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { contentHash, type Rule } from "#shared/domain/frameworks/rule.ts";
import type { StandingOn } from "#shared/use-cases/standing/rule-records.ts";
import { rulesAt } from "#shared/use-cases/standing/rules-at.ts";

interface Wording {
  rule: Rule;
  content_hash: string;
}

/** The wordings that a question gives, by rule; null: it asks about the live wordings. */
export type GivenWordings = ReadonlyMap<string, Wording> | null;

export const givenWordings = ({ framework_id, rules }: Question): GivenWordings =>
  rules === null
    ? null
    : new Map(
        rules.map((rule) => [
          rule.use_case_id,
          { rule, content_hash: contentHash(framework_id, rule) },
        ]),
      );

/**
 * The wordings in question that are known before any history is read: the given ones, or else those
 * that were already live at the instant.
 * @param past ISO 8601 UTC; null: now
 */
export const wordingsInQuestion = (
  given: GivenWordings,
  live: readonly LiveRule[],
  past: string | null,
): ReadonlyMap<string, string> =>
  given === null
    ? new Map(
        live
          .filter(({ updated_at }) => past === null || updated_at <= past)
          .map(({ rule, content_hash }) => [rule.use_case_id, content_hash]),
      )
    : new Map([...given].map(([id, { content_hash }]) => [id, content_hash]));

interface Wordings {
  /** The wording in question, as given or as live at the instant; null: there is none. */
  asked: Wording | null;
  /** The rule was in the book. */
  isKnown: boolean;
  /** The approved wording, if it is another one. */
  approved: Rule | null;
}

/**
 * The wordings of each rule, in one wait. It reads only what no earlier read has returned: an approved
 * wording that is live is already known, and an approved wording that is itself in question is not
 * needed.
 * @param past ISO 8601 UTC; null: now
 */
export async function wordingsOf(
  given: GivenWordings,
  live: readonly LiveRule[],
  standingOn: StandingOn,
  past: string | null,
): Promise<(useCaseId: string) => Wordings> {
  const approvedHash = (id: string, asked: string): string | null => {
    const { state, decision } = standingOn(id, asked);
    return state === "changed" ? (decision?.content_hash ?? null) : null;
  };
  const then = await rulesAt(live, past, (id, wording) =>
    approvedHash(id, given?.get(id)?.content_hash ?? wording),
  );
  const known = new Map(then.map((rule) => [rule.use_case_id, rule]));
  return (id) => {
    const own = known.get(id);
    const of = given === null ? own : given.get(id);
    const asked = of === undefined ? null : { rule: of.rule, content_hash: of.content_hash };
    const hash = asked === null ? null : approvedHash(id, asked.content_hash);
    const other = own?.content_hash === hash ? own?.rule : own?.other;
    return { asked, isKnown: own !== undefined, approved: hash === null ? null : (other ?? null) };
  };
}
