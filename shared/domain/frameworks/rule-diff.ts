import { canonicalJson } from "#shared/domain/canonical.ts";
import type { Rule } from "./rule.ts";

export interface FieldChange {
  field: string;
  /** The approved value; null where the field was absent. */
  approved: unknown;
  live: unknown;
}

/** Which fields of a rule differ between its approved and its live content, and how. */
export function changedFields(approved: Rule, live: Rule): FieldChange[] {
  const before = approved as Record<string, unknown>;
  const after = live as Record<string, unknown>;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return fields
    .map((field) => ({ field, approved: before[field] ?? null, live: after[field] ?? null }))
    .filter((change) => canonicalJson(change.approved) !== canonicalJson(change.live));
}
