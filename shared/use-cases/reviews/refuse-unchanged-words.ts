import type { DecisionRequest } from "#shared/domain/reviews/decision-request.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { refuseUnchanged } from "#shared/domain/reviews/rule-verdicts.ts";
import { getContents } from "#shared/store/rules.ts";

/** @throws DomainError `suggestion_unchanged` for proposed words that equal those under review */
export async function refuseUnchangedWords(
  { framework_id, rule_use_case_ids, pinned_hashes }: ReviewRecord,
  { rule_verdicts }: DecisionRequest,
): Promise<void> {
  const proposing = (rule_verdicts ?? []).filter(({ suggestions }) => suggestions !== undefined);
  if (proposing.length === 0) return;
  const ids = proposing.map(({ use_case_id }) => use_case_id);
  const contents = await getContents(
    ids.map((use_case_id) => {
      const content_hash = pinned_hashes[rule_use_case_ids.indexOf(use_case_id)] ?? "";
      return { framework_id, use_case_id, content_hash };
    }),
  );
  refuseUnchanged(rule_verdicts ?? [], new Map(ids.map((id, i) => [id, contents[i] ?? null])));
}
