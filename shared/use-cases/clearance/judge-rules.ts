import { approvalIn, type RuleFacts, whyNot } from "#shared/domain/clearance/judge.ts";
import type { JudgedRule } from "#shared/domain/clearance/judge-systems.ts";
import { questionOf } from "#shared/domain/clearance/question.ts";
import type { SaidApproval } from "#shared/domain/evidence/resting.ts";
import type { ClassificationRecord } from "#shared/domain/inventory/classification.ts";
import { bookAt, loadRuleFacts } from "./load-rule-facts.ts";

/** The rules on which these classes rest, by book and without duplicates. */
type RulesByBook = ReadonlyMap<string, ReadonlySet<string>>;

/** @param books null: every book */
function rulesUnder(
  classifications: readonly (ClassificationRecord | null)[],
  books: readonly string[] | null,
): RulesByBook {
  const all = new Map<string, Set<string>>();
  for (const { rule } of classifications.flatMap((one) => one?.reasons ?? [])) {
    if (rule === null || (books !== null && !books.includes(rule.framework_id))) continue;
    const own = all.get(rule.framework_id) ?? new Set();
    all.set(rule.framework_id, own.add(rule.use_case_id));
  }
  return all;
}

/**
 * Judges the rules on which these classes rest, with the same reads as clearance: a rule that is
 * cleared there is cleared here. Rules that have ended are left out.
 * @param books the books that count; null: every book
 * @param wanted `approvals`: also the approval on which each cleared rule rests
 * @returns the rules of one class, sorted and without duplicates
 */
export async function judgeRules(
  classifications: readonly (ClassificationRecord | null)[],
  books: readonly string[] | null,
  now: string,
  wanted: "verdicts" | "approvals",
): Promise<(classification: ClassificationRecord | null) => JudgedRule[]> {
  const asked = rulesUnder(classifications, books);
  const judged = new Map<string, JudgedRule>();
  await Promise.all(
    [...asked].map(async ([framework_id, ids]) => {
      for (const rule of await judgeBook(framework_id, [...ids], now, wanted)) {
        judged.set(placeOf(rule), rule);
      }
    }),
  );
  return (classification) => {
    const own = rulesUnder([classification], books);
    const places = [...own].flatMap(([framework_id, ids]) =>
      [...ids].map((use_case_id) => placeOf({ framework_id, use_case_id })),
    );
    return places.sort().flatMap((place) => judged.get(place) ?? []);
  };
}

const placeOf = (rule: Pick<JudgedRule, "framework_id" | "use_case_id">): string =>
  `${rule.framework_id}/${rule.use_case_id}`;

async function judgeBook(
  framework_id: string,
  use_case_ids: readonly string[],
  now: string,
  wanted: "verdicts" | "approvals",
): Promise<JudgedRule[]> {
  const question = questionOf({ framework_id, use_case_ids });
  const [{ superseded }, { facts, reviewOf }] = await Promise.all([
    bookAt(framework_id, now, now),
    loadRuleFacts(question, now, now, wanted),
  ]);
  return facts
    .filter(({ law }) => law.in_force !== "ended")
    .map((rule): JudgedRule => {
      const not = whyNot(rule, question, superseded, now);
      return {
        framework_id,
        use_case_id: rule.use_case_id,
        cleared: not === null,
        reason: not?.reason ?? null,
        applies_from: rule.asked?.rule.applies_from ?? null,
        detail: not?.detail ?? null,
        approval: not === null && wanted === "approvals" ? approvalOf(rule, reviewOf) : null,
      };
    });
}

/** The approval on which a cleared rule rests, as the rows must bear it out. */
function approvalOf(
  { use_case_id, asked, standing }: RuleFacts,
  reviewOf: Awaited<ReturnType<typeof loadRuleFacts>>["reviewOf"],
): SaidApproval {
  const approval = approvalIn(standing);
  return {
    use_case_id,
    content_hash: asked?.content_hash ?? "",
    review_id: approval?.review_id ?? "",
    approved_by: { id: reviewOf(approval?.review_id)?.counsel_id ?? "" },
    approved_at: approval?.decided_at ?? "",
  };
}
