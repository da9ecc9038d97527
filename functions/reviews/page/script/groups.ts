import type { Rule } from "./api.ts";

/**
 * The provision that a rule is grouped under: the article, annex or section of its first citation,
 * without the point. It is null if the rule cites nothing.
 */
export function groupOf({ citations }: Pick<Rule, "citations">): string | null {
  const label = citations[0]?.label.trim() ?? "";
  const named = /^\S{1,20} [0-9IVXLC][^\s(),;:]{0,20}/.exec(label)?.[0];
  return named ?? (label === "" ? null : label);
}
