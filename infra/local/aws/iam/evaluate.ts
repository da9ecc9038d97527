import type { Statement } from "#infra/policies/statement.ts";

/** One thing that a function asks for, in IAM's words. */
export interface Request {
  action: string;
  resource: string;
  /** Values of condition keys; a key that is absent has no value. */
  context: Readonly<Record<string, readonly string[]>>;
}

export type Verdict = "allowed" | "no statement allows it" | "a statement denies it";

/**
 * IAM's decision over the identity policies of one role: a matching deny wins, then a matching
 * allow; what nothing matches is refused.
 */
export function evaluate(statements: readonly Statement[], request: Request): Verdict {
  const effects = new Set(
    statements.filter((statement) => matches(statement, request)).map(({ Effect }) => Effect),
  );
  if (effects.has("Deny")) return "a statement denies it";
  return effects.has("Allow") ? "allowed" : "no statement allows it";
}

function matches({ Action, Resource, Condition = {} }: Statement, request: Request): boolean {
  return (
    Action.some((pattern) => isLike(pattern.toLowerCase(), request.action.toLowerCase())) &&
    Resource.some((pattern) => isLike(pattern, request.resource)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) =>
        holds(operator, [wanted].flat(), request.context[key] ?? []),
      ),
    )
  );
}

/** Throws for an operator that it does not know: a condition that is passed over grants too much. */
function holds(operator: string, wanted: readonly string[], given: readonly string[]): boolean {
  const anyLike = (value: string) => wanted.some((pattern) => isLike(pattern, value));
  switch (operator) {
    case "StringEquals":
    case "ForAnyValue:StringEquals":
      return given.some((value) => wanted.includes(value));
    case "StringNotEquals":
      return !given.some((value) => wanted.includes(value));
    case "StringLike":
    case "ArnLike":
    case "ForAnyValue:StringLike":
      return given.some(anyLike);
    case "ForAllValues:StringLike":
      return given.every(anyLike);
    default:
      throw new Error(`The condition operator ${operator} is not supported by the local run.`);
  }
}

const patterns = new Map<string, RegExp>();

/** `*` any text, `?` any one character; everything else literally. */
export function isLike(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    compiled = new RegExp(`^${source}$`, "s");
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
}
