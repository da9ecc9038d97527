import type { Rule } from "#shared/domain/frameworks/rule.ts";

/** Whether a rule's id, title, citations or texts contain every word of a text, ignoring case. */
export function ruleMatches(rule: Rule, text: string): boolean {
  const citations = [...rule.citations, ...(rule.amended_by ? [rule.amended_by] : [])];
  const said = [
    rule.use_case_id,
    rule.title,
    ...citations.map(({ label }) => label),
    rule.customer_description_preview,
    rule.suggested_verdict_copy,
  ]
    .join("\n")
    .toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
