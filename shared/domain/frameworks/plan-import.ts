import { inParts } from "#shared/domain/limiter/in-parts.ts";
import type { LiveRule } from "./live-rule.ts";
import {
  contentHash,
  type GivenRule,
  isSameSource,
  type Rule,
  type RuleSource,
  ruleBytes,
  withSource,
  wordingOf,
} from "./rule.ts";
import { differences, type FieldDifference } from "./rule-diff.ts";

export interface PlannedChange extends RuleSource {
  rule: Rule;
  content_hash: string;
  version: number;
  /** What this change replaces; null for a new rule. */
  before: LiveRule | null;
}

/**
 * The changes that an import makes. A rule whose live content hash is the same keeps its version. Only
 * its source may change, and stays if it is left out. A new wording without a source has none, because
 * the earlier source belonged to another wording.
 */
export function planImport(
  frameworkId: string,
  rules: readonly GivenRule[],
  live: readonly (LiveRule | null)[],
): PlannedChange[] {
  return rules.flatMap((given, index) => {
    const before = live[index] ?? null;
    const rule = wordingOf(given);
    const content_hash = contentHash(frameworkId, rule);
    const isSame = before?.content_hash === content_hash;
    const source: RuleSource = {
      source_status: given.source_status ?? (isSame ? before.source_status : null),
      source_read_on: given.source_read_on ?? (isSame ? before.source_read_on : null),
    };
    if (isSame && isSameSource(before, source)) return [];
    const version = (before?.version ?? 0) + (isSame ? 0 : 1);
    return [{ rule, content_hash, version, ...source, before }];
  });
}

/** Whether a change brings a wording other than the live one, and not only a new source. */
export const isNewWording = ({ content_hash, before }: PlannedChange): boolean =>
  before?.content_hash !== content_hash;

/** What an import does to one rule. */
interface RuleChangeReport {
  use_case_id: string;
  /** `updated`: the rule gets a new version; a new source alone does not create one. */
  change: "created" | "updated" | "unchanged";
  /** The fields that differ; for a created rule, every given field. */
  fields: FieldDifference[];
}

/** What an import does to each rule, in the given order. */
export function reportImport(
  rules: readonly GivenRule[],
  changes: readonly PlannedChange[],
): RuleChangeReport[] {
  const changed = new Map(changes.map((change) => [change.rule.use_case_id, change]));
  return rules.map(({ use_case_id }) => {
    const plan = changed.get(use_case_id);
    if (plan === undefined) return { use_case_id, change: "unchanged", fields: [] };
    const { before, rule } = plan;
    return {
      use_case_id,
      change: before === null ? "created" : isNewWording(plan) ? "updated" : "unchanged",
      fields: differences(before && withSource(before.rule, before), withSource(rule, plan)),
    };
  });
}

/** Each part fits into one transaction with its row: 100 actions, 4 MB. Rules are written twice. */
export const inTransactions = (changes: readonly PlannedChange[]): PlannedChange[][] =>
  inParts(changes, { most: 31, bytes: 1_500_000 }, ({ rule }) => ruleBytes(rule));
