import { en } from "zod/locales";
import * as z from "zod/mini";
import { DomainError, type FieldFault } from "#shared/domain/errors.ts";
import type { Method } from "#shared/routes/contract/route.ts";

// Without eval: a function parses a body or two, which never pays for compiling a parser.
z.config({ ...en(), jitless: true });

/** An action without a body takes none, or an empty object, so that a typo never passes. */
export const emptyBody = () => z.optional(z.strictObject({}));

/**
 * Parses one part of a request, naming every fault at once.
 * @throws DomainError `validation_failed` with dotted paths
 */
export function parsePart<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationFailed(result.error.issues.flatMap(faultsOf));
}

/**
 * Parses one part beside others: what is wrong with it joins `faults`, so that a request is told
 * everything at once.
 */
export function collecting<T>(faults: FieldFault[], parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    faults.push(...(error.errors ?? []));
    return undefined;
  }
}

/** @throws DomainError `validation_failed` when there are faults */
export function refuseFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw validationFailed(faults);
}

function validationFailed(errors: readonly FieldFault[]): DomainError {
  const named = errors.map((fault) => fault.path).filter((path) => path !== "");
  const detail =
    named.length === 0
      ? (errors[0]?.message ?? "The request is not valid.")
      : `Not valid: ${[...new Set(named)].slice(0, 10).join(", ")}.`;
  return new DomainError("validation_failed", detail, { errors });
}

/**
 * A path that cannot name anything is simply not found; only PUT, which would create the name,
 * explains what is wrong with it.
 */
export function parsePath<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  method: Method,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  if (method === "PUT") throw validationFailed(result.error.issues.flatMap(faultsOf));
  throw new DomainError("not_found", "There is nothing under this path.");
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  const path = issue.path.map(String).join(".");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: path === "" ? key : `${path}.${key}`,
    message: "This field is not known.",
  }));
}
