import type { LiveRule } from "./live-rule.ts";
import { contentHash, type Rule, ruleBytes } from "./rule.ts";
import { differences, type FieldDifference } from "./rule-diff.ts";

export interface PlannedChange {
  rule: Rule;
  content_hash: string;
  version: number;
  /** What this change replaces; null for a new rule. */
  before: LiveRule | null;
}

/** Which of the given rules change anything; one whose live content hash is the same does not. */
export function planImport(
  frameworkId: string,
  rules: readonly Rule[],
  live: readonly (LiveRule | null)[],
): PlannedChange[] {
  return rules.flatMap((rule, index) => {
    const before = live[index] ?? null;
    const content_hash = contentHash(frameworkId, rule);
    if (before?.content_hash === content_hash) return [];
    return [{ rule, content_hash, version: (before?.version ?? 0) + 1, before }];
  });
}

/** What an import does to one rule. */
interface RuleChangeReport {
  use_case_id: string;
  change: "created" | "updated" | "unchanged";
  /** In which fields, and how; of a created rule each field given. */
  fields: FieldDifference[];
}

/** What an import of these rules does to each, in the order given. */
export function reportImport(
  rules: readonly Rule[],
  changes: readonly PlannedChange[],
): RuleChangeReport[] {
  const changed = new Map(changes.map((change) => [change.rule.use_case_id, change]));
  return rules.map((rule) => {
    const { use_case_id } = rule;
    const plan = changed.get(use_case_id);
    if (plan === undefined) return { use_case_id, change: "unchanged", fields: [] };
    return {
      use_case_id,
      change: plan.before === null ? "created" : "updated",
      fields: differences(plan.before?.rule ?? null, rule),
    };
  });
}

/** Room of one transaction: 100 actions less the framework's check and the audit row; 4 MB. */
const MAX_CHANGES = 32;
const MAX_BYTES = 1_500_000;

/** Cuts a plan into parts that one transaction each can hold (every rule is written twice). */
export function inTransactions(changes: readonly PlannedChange[]): PlannedChange[][] {
  const parts: PlannedChange[][] = [];
  let room = 0;
  for (const change of changes) {
    const bytes = ruleBytes(change.rule);
    const part = parts.at(-1);
    if (part === undefined || part.length === MAX_CHANGES || bytes > room) {
      parts.push([change]);
      room = MAX_BYTES - bytes;
    } else {
      part.push(change);
      room -= bytes;
    }
  }
  return parts;
}
