import type { Rule } from "#shared/domain/frameworks/rule.ts";

/** A function answers with at most 6 MB, the answer wrapped once more as JSON text. */
const MAX_ANSWER_BYTES = 5_500_000;

const wrappedBytes = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(value)));

/**
 * The earlier texts that still fit one answer beside the rules under review, by use case. The rules
 * come first: what does not fit is left out, and the answer says so.
 */
export function withinAnswer(
  rules: readonly Rule[],
  before: readonly Rule[],
  limit = MAX_ANSWER_BYTES,
): Record<string, Rule> {
  let room = limit - wrappedBytes(rules);
  const fitting = new Map<string, Rule>();
  for (const rule of before) {
    const bytes = wrappedBytes(rule);
    if (bytes > room) continue;
    room -= bytes;
    fitting.set(rule.use_case_id, rule);
  }
  return Object.fromEntries(fitting);
}
