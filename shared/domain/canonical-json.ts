import canonicalize from "canonicalize";

/** RFC 8785 text of a JSON value. Uses a library, because RFC 8785 is more than sorted keys. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("This value cannot be represented as JSON.");
  return text;
}

/** Whether two values are the same JSON. Undefined counts as null. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null);
