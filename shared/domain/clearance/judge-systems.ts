import type { SaidApproval } from "#shared/domain/evidence/resting.ts";
import { type ClassificationRecord, isDecided } from "#shared/domain/inventory/classification.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import type { System, SystemBlocker, SystemRule } from "./systems-answer.ts";
import type { Demanded } from "./systems-question.ts";

const DAY_MS = 24 * 3600 * 1000;

/** A system that is judged, with what the inventory says about it. */
export interface SystemFacts {
  /** null: only the examined commit has it. */
  artifact_id: string | null;
  name: string;
  kind: string;
  classification: ClassificationRecord | null;
  rules: readonly JudgedRule[];
}

/** A rule, not ended, that a class rests on. */
export interface JudgedRule extends SystemRule {
  /** Why it is not approved; null: it is. */
  detail: string | null;
  /** The approval on which a cleared rule rests, if a statement is to be signed about it. */
  approval: SaidApproval | null;
}

/** The system as answers show it. */
export const shownSystem = ({ classification, rules, ...found }: SystemFacts): System => ({
  artifact_id: found.artifact_id,
  name: found.name,
  kind: found.kind,
  class: classification?.class ?? null,
  state: classification?.state ?? null,
  confirmed_by: classification?.confirmed_by ?? null,
  confirmed_at: classification?.confirmed_at ?? null,
  rules: rules.map(({ framework_id, use_case_id, cleared, reason, applies_from }) => ({
    framework_id,
    use_case_id,
    cleared,
    reason,
    applies_from,
  })),
});

/**
 * The first reason why a system may not go out; null if it may (clearance.md, section 5).
 * @param at ISO 8601 UTC
 */
export function whySystemNot(
  facts: SystemFacts,
  demands: Demanded,
  at: string,
): SystemBlocker | null {
  const because = (reason: SystemBlocker["reason"], detail: string): SystemBlocker => ({
    artifact_id: facts.artifact_id,
    reason,
    detail,
  });
  const { classification } = facts;
  if (classification === null) {
    return because("questions_open", `${named(facts)} ${whyUnclassified(facts)}`);
  }
  if (classification.class === "unknown") {
    const open = classification.open_questions.length;
    const questions = open === 1 ? "one question is" : `${open} questions are`;
    return because("questions_open", `${named(facts)} has no class yet: ${questions} open.`);
  }
  if (!isDecided(classification)) {
    const why =
      classification.state === "reopened"
        ? "A new fact reopened its confirmation."
        : "Nobody has confirmed its class.";
    return because("unconfirmed", `${named(facts)}: ${why}`);
  }
  if (!demands.allow.some((one) => one === classification.class)) {
    const allowed = demands.allow.map(classWord).join(", ");
    const detail = `${named(facts)} is ${classWord(classification.class)}; accepted: ${allowed}.`;
    return because("class_not_allowed", detail);
  }
  const tooOld = confirmationFault(classification, demands, at);
  if (tooOld !== null) return because("confirmation_too_old", `${named(facts)} ${tooOld}`);
  const [first, ...more] = facts.rules.filter(({ cleared }) => !cleared);
  if (first === undefined) return null;
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
  const rule = `${first.framework_id} ${first.use_case_id}${others}`;
  return because("rules_not_cleared", `${named(facts)} rests on ${rule}: ${first.detail}`);
}

const named = ({ kind, name }: SystemFacts): string => `${kind.replaceAll("_", " ")} ${name}`;

const classWord = (one: string): string => one.replaceAll("_", " ");

const whyUnclassified = ({ artifact_id }: SystemFacts): string =>
  artifact_id === null
    ? "is new at this commit: the inventory knows it once it is on the default branch."
    : "has not been classified yet.";

function confirmationFault(
  { confirmed_at }: ClassificationRecord,
  { max_confirmed_age_days: most }: Demanded,
  at: string,
): string | null {
  if (most === null || confirmed_at === null) return null;
  if (Date.parse(at) - Date.parse(confirmed_at) <= most * DAY_MS) return null;
  return `was confirmed on ${dayText(confirmed_at)}, more than ${most} days before.`;
}

/** Sorts by artifact id. Systems without an id come last, sorted by kind and name. */
export function bySystem(a: SystemFacts, b: SystemFacts): number {
  const placeOf = ({ artifact_id, kind, name }: SystemFacts): string =>
    artifact_id === null ? `~${kind}#${name}` : artifact_id;
  const [left, right] = [placeOf(a), placeOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether a person has said what the system is. */
const isByPerson = (classification: ClassificationRecord | null): boolean =>
  classification !== null &&
  (classification.confirmed_by !== null ||
    classification.state !== "proposed" ||
    Object.values(classification.facts).some(({ source }) => source === "person"));

/** Whether the repository itself is a system: its listing names AI, or a person classified it. */
export const isSystemItself = (
  names_ai: boolean,
  classification: ClassificationRecord | null,
): boolean => names_ai || isByPerson(classification);
