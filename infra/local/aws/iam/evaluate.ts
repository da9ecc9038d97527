import type { Statement } from "#infra/policies/statement.ts";

/** One request for authorization, in IAM's terms. */
export interface Request {
  action: string;
  resource: string;
  /** Values of condition keys; an absent key has no value. */
  context: Readonly<Record<string, readonly string[]>>;
}

export type Verdict = "allowed" | "no statement allows it" | "a statement denies it";

/**
 * IAM's decision from the identity policies of one role: an explicit deny wins, then an allow;
 * otherwise the request is denied implicitly.
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

/** Throws for an unknown operator: ignoring a condition would grant too much. */
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
    case "ForAllValues:StringEquals":
      return given.every((value) => wanted.includes(value));
    case "ForAllValues:StringLike":
      return given.every(anyLike);
    default:
      throw new Error(`The condition operator ${operator} is not supported by the local run.`);
  }
}

const patterns = new Map<string, RegExp | null>();

/** `*` matches any text, `?` any one character; everything else is literal. */
export function isLike(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) {
    compiled = /[*?]/.test(pattern) ? compile(pattern) : null;
    patterns.set(pattern, compiled);
  }
  return compiled === null ? pattern === text : compiled.test(text);
}

function compile(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s");
}
