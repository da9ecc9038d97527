import type { Kind } from "#shared/routes/contract/setting-kinds.ts";

/**
 * The values of an option as text; null if it is not given (null, "" or absent).
 * @throws Error with one sentence that names the option
 */
export function valuesOf(name: string, kind: Kind, value: unknown): string[] | null {
  if (value === undefined || value === null || value === "") return null;
  const isOne = ["string", "number", "boolean"].includes(typeof value);
  const isMany = kind.isList === true && Array.isArray(value) && value.every(isText);
  if (!isOne && !isMany) refuse(name, kind, JSON.stringify(value));
  const texts = Array.isArray(value) ? value : kind.isList ? String(value).split(",") : [value];
  const values = texts.map((text) => (kind.isList ? String(text).trim() : String(text)));
  for (const text of values) if (!kind.holds(text)) refuse(name, kind, JSON.stringify(text));
  return values;
}

const isText = (value: unknown): boolean => typeof value === "string";

const SHOWN = 80;

function refuse(name: string, { says }: Kind, shown: string): never {
  throw new Error(`${name} must be ${says}, not ${shown.slice(0, SHOWN)}.`);
}
