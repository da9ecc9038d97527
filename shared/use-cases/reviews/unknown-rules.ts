import { DomainError } from "#shared/domain/errors.ts";

/**
 * The error that names the rules that are not in the framework.
 * @param field the field of the request that named them
 */
export const unknownRules = (
  field: string,
  asked: readonly string[],
  unknown: readonly string[],
): DomainError =>
  new DomainError("unknown_rules", `Unknown rules: ${unknown.join(", ")}.`, {
    errors: unknown.map((id) => ({
      path: `${field}.${asked.indexOf(id)}`,
      message: `${id} is not a rule of this framework`,
    })),
    members: { unknown_rules: unknown },
  });

/** The rules found under these ids. @throws DomainError `unknown_rules` */
export function knownRules<R>(asked: readonly string[], found: readonly (R | null)[]): R[] {
  const unknown = asked.filter((_, index) => found[index] === null);
  if (unknown.length > 0) throw unknownRules("rule_use_case_ids", asked, unknown);
  return found.filter((rule) => rule !== null);
}
