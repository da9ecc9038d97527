import { canonicalJson } from "#shared/domain/canonical-json.ts";
import type { GivenRule, Rule } from "./rule.ts";

export interface FieldDifference {
  field: string;
  /** null if the field is absent. */
  before: unknown;
  after: unknown;
}

/**
 * The fields in which two versions of a rule's content differ, sorted by name.
 * @param before null if there was none; every field of `after` then differs
 */
export function differences(before: GivenRule | null, after: GivenRule): FieldDifference[] {
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
  /** The approved value; null if the field was absent. */
  approved: unknown;
  live: unknown;
}

/** The fields in which a rule's approved and live content differ. */
export const changedFields = (approved: Rule, live: Rule): FieldChange[] =>
  differences(approved, live).map(({ field, before, after }) => ({
    field,
    approved: before,
    live: after,
  }));
