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

/** The changes that an import makes; rules whose live content hash is the same are skipped. */
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
  /** The fields that differ; for a created rule, every given field. */
  fields: FieldDifference[];
}

/** What an import does to each rule, in the given order. */
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

/** Limits of one transaction: 100 actions, minus the framework's check and the audit row; 4 MB. */
const MAX_CHANGES = 32;
const MAX_BYTES = 1_500_000;

/** Splits a plan into parts that each fit into one transaction (every rule is written twice). */
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
