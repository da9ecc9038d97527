import type { Standing } from "#shared/domain/frameworks/enforcement.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { differences } from "#shared/domain/frameworks/rule-diff.ts";
import type { Answered } from "#shared/domain/reviews/rule-status.ts";
import type { BlockerReason } from "./answer.ts";
import type { Question } from "./question.ts";

/** Everything that decides whether one rule is cleared. */
export interface RuleFacts {
  use_case_id: string;
  /** The wording in question; null: there is no such rule. */
  asked: { rule: Rule; content_hash: string } | null;
  /** The rule is in the book. */
  isKnown: boolean;
  /** The latest approval, and the wording it approved if that is another one. */
  approved: (Answered & { rule: Rule | null; byPanel: boolean }) | null;
  /** The objection that stands: counsel's own verdict on this rule, after which no approval came. */
  objection: (Answered & { verdict: "rejected" | "changes_requested" }) | null;
  /** The request that is open on the rule. */
  open: { review_id: string; isPanel: boolean } | null;
  standing: Standing;
}

export interface Reason {
  reason: BlockerReason;
  detail: string;
  /** The review that the reason is about. */
  review_id: string | null;
  changed_fields: string[];
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Why a rule is not cleared; null if it is. The order is that of clearance.md, "The question".
 * @param supersededBy undefined: the book is current; null: superseded, by nothing that is named
 * @param at the instant that is judged, ISO 8601 UTC
 */
export function whyNot(
  facts: RuleFacts,
  question: Question,
  supersededBy: string | null | undefined,
  at: string,
): Reason | null {
  const { asked, approved, objection, open, standing } = facts;
  const because = (reason: BlockerReason, detail: string, more: Partial<Reason> = {}): Reason => ({
    reason,
    detail,
    review_id: approved?.review_id ?? null,
    changed_fields: [],
    ...more,
  });
  if (!facts.isKnown || asked === null) {
    const then = question.on === null ? "has" : "had then";
    return because("unknown_rule", `The framework ${then} no such rule.`);
  }
  if (supersededBy !== undefined) {
    const by = supersededBy === null ? "" : ` by ${supersededBy}`;
    return because("law_superseded", `The framework is superseded${by}.`);
  }
  if (open?.isPanel) {
    const { review_id } = open;
    return because("panel_open", "A panel is still deciding on this rule.", { review_id });
  }
  if (approved === null && open !== null) {
    const { review_id } = open;
    return because("pending", "A review of it is open, nothing is approved yet.", { review_id });
  }
  if (objection !== null) {
    const { review_id, verdict } = objection;
    const said = verdict === "rejected" ? "rejected it" : "asked for changes";
    const detail = `Counsel ${said} at ${objection.decided_at}, and has approved no wording since.`;
    return because(verdict, detail, { review_id });
  }
  if (approved === null) return because("never_reviewed", "No counsel has reviewed it.");
  if (approved.content_hash !== asked.content_hash) return differing(because, facts);
  if (question.panel_required && !approved.byPanel) {
    return because("panel_missing", "It was approved by one counsel, not by a panel.");
  }
  const { max_age_days } = question;
  if (max_age_days !== null && ageMs(approved.decided_at, at) > max_age_days * DAY_MS) {
    const detail = `It was approved at ${approved.decided_at}, more than ${max_age_days} days before.`;
    return because("approval_too_old", detail);
  }
  if (question.in_force_only && standing.in_force !== "in_force") {
    return because("not_in_force", notInForce(asked.rule, standing));
  }
  return null;
}

const ageMs = (decidedAt: string, at: string): number => Date.parse(at) - Date.parse(decidedAt);

function differing(
  because: (reason: BlockerReason, detail: string, more: Partial<Reason>) => Reason,
  { asked, approved }: RuleFacts,
): Reason {
  const [before, after] = [approved?.rule ?? null, asked?.rule ?? null];
  const changed = before === null || after === null ? [] : differences(before, after);
  const changed_fields = changed.map(({ field }) => field);
  const isSpelling = changed.length > 0 && changed.every(differsByNormalisation);
  const hint = isSpelling
    ? " They look alike: the text differs only in its Unicode normalisation."
    : "";
  const named = changed_fields.length === 0 ? "" : ` in ${changed_fields.join(", ")}`;
  const detail = `The wording differs from the approved one${named}.${hint}`;
  return because("wording_differs", detail, { changed_fields });
}

const normalised = (value: unknown): string => (JSON.stringify(value) ?? "").normalize("NFC");
const differsByNormalisation = ({ before, after }: { before: unknown; after: unknown }): boolean =>
  normalised(before) === normalised(after);

function notInForce({ applies_from, applies_until }: Rule, standing: Standing): string {
  const { in_force, enforcement } = standing;
  if (enforcement !== null) {
    const until = enforcement.until === null ? "" : ` until ${enforcement.until}`;
    return `Its law is ${in_force} by ${enforcement.id} (${enforcement.kind}, ${enforcement.on}${until}).`;
  }
  return in_force === "ended"
    ? `Its law applied until ${applies_until}.`
    : `Its law applies from ${applies_from}.`;
}
