import { type EnforcementEvent, enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import { type Rule, ruleVersionHash } from "#shared/domain/frameworks/rule.ts";
import { changedFields } from "#shared/domain/frameworks/rule-diff.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";

export interface Contents {
  record: ReviewRecord;
  /** The pinned content of each rule, in the order of rule_use_case_ids; null if missing. */
  pinned: readonly (Rule | null)[];
  /** The live content of each rule, in the same order. */
  live: readonly (Rule | null)[];
  /** The events that stay, delay or resume the enforcement of the framework's rules. */
  events: readonly EnforcementEvent[];
}

/** Step 4 of the evidence procedure: how the live rules differ from those that were reviewed. */
export function findContent({ record, pinned, live, events }: Contents, now: string) {
  const stateAt = (rule: Rule | null | undefined, at: string): InForce | null =>
    rule ? enforcementAt(events, at)(rule).in_force : null;
  const present = live.filter((rule) => rule !== null);
  const current_hash = ruleVersionHash(record.framework_id, present);
  const changed = record.rule_use_case_ids.flatMap((use_case_id, index) => {
    const before = pinned[index];
    const after = live[index];
    if (!before || !after) return [{ use_case_id, fields: ["content"] }];
    const fields = changedFields(before, after).map(({ field }) => field);
    return fields.length === 0 ? [] : [{ use_case_id, fields }];
  });
  const status: "live" | "snapshot_only" =
    current_hash === record.rule_version_hash ? "live" : "snapshot_only";
  return {
    status,
    stored_hash: record.rule_version_hash,
    current_hash,
    changed,
    rules: record.rule_use_case_ids.map((use_case_id, index) => ({
      use_case_id,
      content_hash: record.pinned_hashes[index] ?? "",
      in_force_at_decision: isDecided(record) ? stateAt(pinned[index], record.decided_at) : null,
      in_force: stateAt(live[index], now),
    })),
  };
}
