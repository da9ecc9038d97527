import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { roomBeside } from "#shared/domain/text/written.ts";

/**
 * The earlier versions that still fit into one response alongside the rules under review, by use
 * case id. The rules take precedence; earlier versions that do not fit are left out, and the
 * response says so.
 */
export const withinAnswer = (
  rules: readonly Rule[],
  before: readonly Rule[],
  limit?: number,
): Record<string, Rule> =>
  Object.fromEntries(
    before.filter(roomBeside(rules, limit)).map((rule) => [rule.use_case_id, rule]),
  );

/** The remarks that still fit into one response alongside everything else in it. */
export const remarksWithinAnswer = <Remark>(
  others: object,
  remarks: readonly Remark[],
): Remark[] => (remarks.length === 0 ? [] : remarks.filter(roomBeside(others)));
