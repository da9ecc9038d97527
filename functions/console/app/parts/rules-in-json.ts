import type { GivenRule } from "#shared/domain/frameworks/rule.ts";
import { parseBounded } from "#shared/domain/text/text.ts";

/** The rules in a JSON text, or the fault of the text. The API validates the rules themselves. */
export function rulesInJson(
  text: string,
  t: { notJson: string; noList: string },
): GivenRule[] | string {
  try {
    const value = parseBounded(text);
    const rules = Array.isArray(value) ? value : (value as { rules?: unknown } | null)?.rules;
    return Array.isArray(rules) ? (rules as GivenRule[]) : t.noList;
  } catch {
    return t.notJson;
  }
}
