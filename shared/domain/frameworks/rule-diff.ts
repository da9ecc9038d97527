import { canonicalJson } from "#shared/domain/canonical.ts";
import type { Rule } from "./rule.ts";

export interface FieldDifference {
  field: string;
  /** null where the field is absent. */
  before: unknown;
  after: unknown;
}

/**
 * In which fields two contents of a rule differ, by name of the field.
 * @param before null: there was none, so that every field of `after` differs
 */
export function differences(before: Rule | null, after: Rule): FieldDifference[] {
  const earlier = new Map<string, unknown>(Object.entries(before ?? {}));
  const later = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .sort()
    .map((field) => ({
      field,
      before: earlier.get(field) ?? null,
      after: later.get(field) ?? null,
    }))
    .filter((change) => canonicalJson(change.before) !== canonicalJson(change.after));
}

export interface FieldChange {
  field: string;
  /** The approved value; null where the field was absent. */
  approved: unknown;
  live: unknown;
}

/** Which fields of a rule differ between its approved and its live content, and how. */
export const changedFields = (approved: Rule, live: Rule): FieldChange[] =>
  differences(approved, live).map(({ field, before, after }) => ({
    field,
    approved: before,
    live: after,
  }));
