import { contentHash, type Rule, ruleBytes } from "./rule.ts";

/** A live rule as far as an import looks at it. */
export interface Standing {
  version: number;
  content_hash: string;
}

export interface PlannedChange {
  rule: Rule;
  content_hash: string;
  version: number;
  /** The version this change replaces; null for a new rule. */
  before: number | null;
}

/** Which of the given rules change anything; a rule whose content hash stands already does not. */
export function planImport(
  frameworkId: string,
  rules: readonly Rule[],
  standing: readonly (Standing | null)[],
): PlannedChange[] {
  return rules.flatMap((rule, index) => {
    const live = standing[index] ?? null;
    const content_hash = contentHash(frameworkId, rule);
    if (live?.content_hash === content_hash) return [];
    return [
      { rule, content_hash, version: (live?.version ?? 0) + 1, before: live?.version ?? null },
    ];
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
