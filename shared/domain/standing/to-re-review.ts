import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import type { Standing } from "./standing.ts";

/**
 * Whether a rule needs a review (contract, POST …/re-reviews): its law applies or will apply, its
 * live wording is not approved, and no open request asks about that wording.
 * @param standing of the live wording
 */
export const needsReview = (rule: Rule, { state, open }: Standing, now: string): boolean =>
  inForceAt(rule, now) !== "ended" &&
  state !== "approved" &&
  !open.some(({ holds_wording }) => holds_wording);

/** Whether a rule was approved in another wording and needs a review of the live one. */
export const hasDrifted = (rule: Rule, standing: Standing, now: string): boolean =>
  standing.state === "changed" && needsReview(rule, standing, now);
