import type { Rule } from "#shared/domain/frameworks/rule.ts";

/** A Lambda function returns at most 6 MB, and its body is JSON-encoded once more as text. */
const MAX_ANSWER_BYTES = 5_500_000;

const wrappedBytes = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(value)));

/**
 * The earlier versions that still fit into one response alongside the rules under review, by use
 * case id. The rules take precedence; earlier versions that do not fit are left out, and the
 * response says so.
 */
export function withinAnswer(
  rules: readonly Rule[],
  before: readonly Rule[],
  limit = MAX_ANSWER_BYTES,
): Record<string, Rule> {
  let bytesLeft = limit - wrappedBytes(rules);
  const fitting = new Map<string, Rule>();
  for (const rule of before) {
    const bytes = wrappedBytes(rule);
    if (bytes > bytesLeft) continue;
    bytesLeft -= bytes;
    fitting.set(rule.use_case_id, rule);
  }
  return Object.fromEntries(fitting);
}

/** The remarks that still fit into one response alongside everything else in it. */
export function remarksWithinAnswer<Remark>(others: object, remarks: readonly Remark[]): Remark[] {
  if (remarks.length === 0) return [];
  let bytesLeft = MAX_ANSWER_BYTES - wrappedBytes(others);
  return remarks.filter((remark) => {
    const bytes = wrappedBytes(remark);
    if (bytes > bytesLeft) return false;
    bytesLeft -= bytes;
    return true;
  });
}
