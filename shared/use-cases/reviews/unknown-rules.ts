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
