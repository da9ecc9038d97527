import * as z from "zod/mini";
import { DomainError, type FieldFault } from "#shared/domain/errors.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { holdsAcross } from "#shared/domain/members.ts";
import { asInField, charactersIn } from "#shared/domain/text/text.ts";
import { withoutControls } from "#shared/domain/text/text-fields.ts";
import { MAX_RULES_A_REVIEW, maxVerdictCharacters, maxVerdictsCharacters } from "./limits.ts";
import { type Decision, decisions } from "./statuses.ts";
import { sentSuggestions, suggestionsSchema } from "./suggestions.ts";
import { commitmentSchema, wordsSchema } from "./words-schema.ts";

/*
 * Counsel's verdicts on single rules (reviews-that-run, section 5). The signed decision stays one of
 * four for the request; a verdict narrows it for its rule.
 */

const said = <Text extends z.ZodMiniType>(text: Text) => ({
  use_case_id: z.string(),
  verdict: z.enum(decisions),
  text: z.optional(z.nullable(text)),
});

const verdict = <Text extends z.ZodMiniType>(text: () => Text) =>
  z.strictObject({ ...said(text()), suggestions: suggestionsSchema(text()) });

/** The verdicts as stored and answered, in the order given. */
export const ruleVerdictsSchema = () => z.array(verdict(wordsSchema));
/** The verdicts as rows, seal and bundle contain them. */
export const committedVerdicts = () => z.array(verdict(commitmentSchema));
export type RuleVerdict = z.output<ReturnType<typeof ruleVerdictsSchema>>[number];

/** The verdicts as a member of an answer; left out if there are none. */
export const verdictsOf = ({
  rule_verdicts,
}: {
  rule_verdicts: RuleVerdict[] | null;
}): { rule_verdicts?: RuleVerdict[] } => (rule_verdicts === null ? {} : { rule_verdicts });

const LENGTHS = `must have a text of 1 to ${maxVerdictCharacters} characters`;

/** The verdicts as sent. A fault of a whole entry is reported at `rule_verdicts.<i>`. */
export const sentVerdicts = () =>
  z
    .array(
      z
        .strictObject({
          ...said(
            z
              .string()
              .check(withoutControls(), z.meta({ minLength: 1, maxLength: maxVerdictCharacters })),
          ),
          suggestions: sentSuggestions(),
        })
        .check(
          holdsAcross(({ text }) => typeof text !== "string" || hasFittingLength(text), LENGTHS),
          holdsAcross(
            ({ verdict, text }) => verdict === "approved" || (text ?? null) !== null,
            "must say in its text why it is not approved as it is",
          ),
          holdsAcross(
            ({ verdict, suggestions }) =>
              verdict !== "approved" || !Array.isArray(suggestions) || suggestions.length === 0,
            "must not propose other words for what it approves as it is",
          ),
        ),
    )
    .check(z.maxLength(MAX_RULES_A_REVIEW, `must name at most ${MAX_RULES_A_REVIEW} rules`));

const hasFittingLength = (text: string | null): boolean =>
  text === null || (text !== "" && charactersIn(text) <= maxVerdictCharacters);

/** A decision on the request and on single rules. */
interface Said {
  decision: Decision;
  rule_verdicts: readonly RuleVerdict[] | null;
}

/**
 * @param ruleIds the rules of the request
 * @throws DomainError `validation_failed` for verdicts on other rules, on a rule twice, or with too
 *   much text together; `verdicts_contradict_decision`
 */
export function checkVerdicts({ decision, rule_verdicts }: Said, ruleIds: readonly string[]): void {
  if (rule_verdicts === null) return;
  const faults = faultsOf(rule_verdicts, new Set(ruleIds));
  if (faults.length > 0) {
    throw new DomainError("validation_failed", `Not valid: ${faults[0]?.path}.`, {
      errors: faults,
    });
  }
  const contradicting = rule_verdicts.flatMap(({ verdict }, i) =>
    decision === "approved" && verdict !== "approved" ? [at(i, `says ${verdict}`)] : [],
  );
  if (contradicting.length > 0) {
    throw new DomainError(
      "verdicts_contradict_decision",
      "Nothing was recorded: a request is approved only if no rule has another verdict.",
      { errors: contradicting },
    );
  }
}

const at = (index: number, message: string): FieldFault => ({
  path: `rule_verdicts.${index}`,
  message,
});

function faultsOf(verdicts: readonly RuleVerdict[], ruleIds: ReadonlySet<string>): FieldFault[] {
  const seen = new Set<string>();
  let characters = 0;
  return verdicts.flatMap(({ use_case_id, text, suggestions = [] }, i) => {
    const wasWithin = characters <= maxVerdictsCharacters;
    characters += [{ text }, ...suggestions].reduce((sum, one) => sum + (one.text?.length ?? 0), 0);
    const isRepeated = seen.has(use_case_id);
    seen.add(use_case_id);
    return [
      ...(ruleIds.has(use_case_id) ? [] : [at(i, "names a rule that is not in this request")]),
      ...(isRepeated ? [at(i, "names a rule that an earlier one names")] : []),
      ...(wasWithin && characters > maxVerdictsCharacters
        ? [at(i, `exceeds the ${maxVerdictsCharacters} characters for all texts together`)]
        : []),
    ];
  });
}

/**
 * @param pinned the wording under review, by rule
 * @throws DomainError `suggestion_unchanged` if the proposed words are the rule's own
 */
export function refuseUnchanged(
  verdicts: readonly RuleVerdict[],
  pinned: ReadonlyMap<string, Rule | null>,
): void {
  const errors = verdicts.flatMap(({ use_case_id, suggestions = [] }, i) =>
    suggestions.flatMap(({ field, text }, n): FieldFault[] =>
      typeof text === "string" &&
      asInField(text) === asInField(pinned.get(use_case_id)?.[field] ?? "")
        ? [
            {
              path: `rule_verdicts.${i}.suggestions.${n}`,
              message: "is the rule's own wording: leave it out, or change it",
            },
          ]
        : [],
    ),
  );
  if (errors.length === 0) return;
  throw new DomainError(
    "suggestion_unchanged",
    "Nothing was recorded: the words that you propose are the rule's own.",
    { errors },
  );
}
