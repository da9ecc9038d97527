import type { Rule } from "#shared/domain/frameworks/rule.ts";

const WORDS_A_MINUTE = 200;

type Read = Pick<Rule, "title" | "customer_description_preview" | "suggested_verdict_copy">;

/** How many minutes it takes to read some rules; at least one. */
export function minutesToRead(rules: readonly Read[]): number {
  const words = rules.flatMap(({ title, customer_description_preview, suggested_verdict_copy }) =>
    [title, customer_description_preview, suggested_verdict_copy].join(" ").split(/\s+/),
  );
  return Math.max(1, Math.ceil(words.length / WORDS_A_MINUTE));
}
