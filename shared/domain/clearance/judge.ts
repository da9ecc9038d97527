import type { LawState } from "#shared/domain/frameworks/enforcement.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { differences } from "#shared/domain/frameworks/rule-diff.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import type { Standing } from "#shared/domain/standing/standing.ts";
import type { Question } from "./question.ts";
import type { BlockerReason } from "./reasons.ts";

/** Everything that decides whether one rule is cleared. */
export interface RuleFacts {
  use_case_id: string;
  /** The wording in question; null: there is no such rule. */
  asked: { rule: Rule; content_hash: string } | null;
  /** The rule is in the book. */
  isKnown: boolean;
  /** The standing of the wording in question. */
  standing: Standing;
  /** The approved wording, if it is a different one. */
  approved: Rule | null;
  /** One member's request of an open panel on the wording in question. */
  panel_review_id: string | null;
  /** `starts_on`: when a law that does not apply yet starts to; null: no such day is known. */
  law: LawState & { starts_on: string | null };
}

export interface Reason {
  reason: BlockerReason;
  detail: string;
  /** The review that the reason is about. */
  review_id: string | null;
  changed_fields: string[];
}

/** The approval that an answer names: the one that counts, of any wording; null: there is none. */
export const approvalIn = ({ state, decision }: Standing): Standing["decision"] =>
  state === "approved" || state === "changed" ? decision : null;

const DAY_MS = 24 * 3600 * 1000;

/**
 * Why a rule is not cleared; null if it is. A rule is cleared exactly when the wording in question is
 * approved (standing.md, section 2, gives the order of the reasons) and the question's other demands,
 * which are checked after that, are met.
 * @param supersededBy undefined: the book is current; null: superseded, but no successor is named
 * @param at the instant that is judged, ISO 8601 UTC
 */
export function whyNot(
  facts: RuleFacts,
  question: Question,
  supersededBy: string | null | undefined,
  at: string,
): Reason | null {
  if (!facts.isKnown || facts.asked === null) {
    const then = question.on === null ? "has" : "had then";
    return because("unknown_rule", `The framework ${then} no such rule.`);
  }
  if (supersededBy !== undefined) {
    const by = supersededBy === null ? "" : ` by ${supersededBy}`;
    return because("law_superseded", `The framework is superseded${by}.`);
  }
  const { state } = facts.standing;
  if (state === "refused") return refused(facts.standing);
  if (state === "none") return undecided(facts);
  if (state === "changed") return differing(facts);
  return unfit(facts, question, at);
}

const because = (
  reason: BlockerReason,
  detail: string,
  review_id: string | null = null,
  changed_fields: string[] = [],
): Reason => ({ reason, detail, review_id, changed_fields });

function refused({ objection }: Standing): Reason | null {
  if (objection === null) return null;
  const { verdict, review_id, decided_at, wording_changed_since } = objection;
  const which = wording_changed_since ? "an earlier wording" : "this wording";
  const said = verdict === "rejected" ? `rejected ${which}` : `asked for changes to ${which}`;
  const since = wording_changed_since ? ", and nobody has decided on this one" : "";
  return because(verdict, `Counsel ${said} on ${dayText(decided_at)}${since}.`, review_id);
}

function undecided({ standing, panel_review_id }: RuleFacts): Reason {
  const holding = standing.open.filter(({ holds_wording }) => holds_wording);
  if (holding.some(({ panel_id }) => panel_id !== null)) {
    return because("panel_open", "A panel is still deciding on this rule.", panel_review_id);
  }
  const [open] = holding;
  return open === undefined
    ? because("never_reviewed", "No counsel has reviewed it.")
    : because("pending", "A review of it is open, nothing is approved yet.", open.review_id);
}

/** Which further demand of the question an approved rule does not meet; null: it meets them all. */
function unfit({ asked, standing, law }: RuleFacts, question: Question, at: string): Reason | null {
  const { decision } = standing;
  if (decision === null || asked === null) return null;
  const { review_id, panel_id, decided_at } = decision;
  if (question.panel_required && panel_id === null) {
    const detail = "It was approved by one counsel, not by a panel.";
    return because("panel_missing", detail, review_id);
  }
  const { max_age_days } = question;
  if (max_age_days !== null && Date.parse(at) - Date.parse(decided_at) > max_age_days * DAY_MS) {
    const detail = `It was approved on ${dayText(decided_at)}, more than ${max_age_days} days before.`;
    return because("approval_too_old", detail, review_id);
  }
  if (question.in_force_only && law.in_force !== "in_force") {
    return because("not_in_force", notInForce(asked.rule, law), review_id);
  }
  return null;
}

function differing({ asked, approved, standing }: RuleFacts): Reason {
  const after = asked?.rule ?? null;
  const changed = approved === null || after === null ? [] : differences(approved, after);
  const changed_fields = changed.map(({ field }) => field);
  const isSpelling = changed.length > 0 && changed.every(differsByNormalisation);
  const hint = isSpelling
    ? " They look alike: the text differs only in its Unicode normalisation."
    : "";
  const named = changed_fields.length === 0 ? "" : ` in ${changed_fields.join(", ")}`;
  const detail = `The wording differs from the approved one${named}.${hint}`;
  return because("wording_differs", detail, standing.decision?.review_id ?? null, changed_fields);
}

const normalised = (value: unknown): string => (JSON.stringify(value) ?? "").normalize("NFC");
const differsByNormalisation = ({ before, after }: { before: unknown; after: unknown }): boolean =>
  normalised(before) === normalised(after);

function notInForce(
  { applies_until }: Rule,
  { in_force, enforcement, starts_on }: RuleFacts["law"],
): string {
  if (enforcement !== null) {
    const until = enforcement.until === null ? "" : ` until ${dayText(enforcement.until)}`;
    const since = dayText(enforcement.on);
    return `Its law is ${in_force} by ${enforcement.id} (${enforcement.kind}, ${since}${until}).`;
  }
  if (in_force === "ended") return `Its law applied until ${dayText(applies_until ?? "")}.`;
  return starts_on === null
    ? "Its law does not apply yet."
    : `Its law applies from ${dayText(starts_on)}.`;
}
