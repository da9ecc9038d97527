import { DomainError } from "#shared/domain/errors.ts";
import {
  type ClassificationRecord,
  type Gates,
  isDecided,
  reclassified,
} from "./classification.ts";
import { eachFact, type FactName, type FactValue, sameValue, unknownFact } from "./facts.ts";
import type { Class } from "./verdict.ts";

/** What an org admin says about an artifact. */
export interface Decision {
  /** Without it and answers: the class that the gates proposed at `classified_at`. */
  class?: Exclude<Class, "unknown"> | undefined;
  /** Answers to questions; null withdraws one. */
  answers?: Readonly<Partial<Record<FactName, FactValue | undefined>>> | undefined;
  reason: string;
  /** `classified_at` of the classification that the person saw. */
  classified_at?: string | undefined;
  by: string;
  at: string;
}

/** Within this time of a change, naming the class before it is taken for not having seen it. */
const UNSEEN_MS = 60_000;

/**
 * @throws DomainError `conflict` if the classification is not the one that the person saw
 */
function requireSeen(present: ClassificationRecord, decision: Decision): void {
  const { classified_at, at } = decision;
  if (classified_at !== undefined) {
    if (classified_at !== present.classified_at) throw changed();
    return;
  }
  const { superseded } = present;
  if (superseded === null || decision.class === undefined || isDecided(present)) return;
  const isFresh = Date.parse(at) - Date.parse(superseded.at) < UNSEEN_MS;
  if (isFresh && decision.class === superseded.class && decision.class !== present.class) {
    throw changed();
  }
}

const changed = () =>
  new DomainError(
    "conflict",
    "The classification has changed since; look at it again, then decide.",
  );

/**
 * The classification after a person decided on it, or null if that is what stands already.
 * @throws DomainError `conflict`, `nothing_to_confirm` (the class is unknown)
 */
export function decidedBy(
  present: ClassificationRecord,
  decision: Decision,
  gates: Gates,
): ClassificationRecord | null {
  if (isRepeated(present, decision)) return null;
  requireSeen(present, decision);
  return decision.answers === undefined
    ? classDecided(present, decision)
    : answered(present, decision, gates);
}

const isRepeated = (
  present: ClassificationRecord,
  { class: named, answers = {}, reason, by }: Decision,
): boolean => {
  const isSame =
    (Object.entries(answers) as [FactName, FactValue | undefined][]).every(([name, value]) => {
      if (value === undefined) return true;
      const fact = present.facts[name];
      return value === null
        ? fact.source !== "person"
        : fact.source === "person" && sameValue(fact.value, value);
    }) &&
    (Object.keys(answers).length > 0 || classNamed(present, named) === present.class);
  return isSame && isDecided(present) && present.reason === reason && present.confirmed_by === by;
};

/** Who names no class confirms what the gates proposed, not what somebody else said since. */
const classNamed = (present: ClassificationRecord, named: Decision["class"]): Class =>
  named ?? present.gate_class;

function classDecided(
  present: ClassificationRecord,
  { class: named, reason, by, at }: Decision,
): ClassificationRecord {
  const decided = classNamed(present, named);
  if (decided === "unknown") {
    throw new DomainError(
      "nothing_to_confirm",
      "The class is unknown: answer the open questions, or name a class.",
      { members: { open_questions: present.open_questions } },
    );
  }
  return {
    ...present,
    class: decided,
    state: decided === present.gate_class ? "confirmed" : "overridden",
    confirmed_by: by,
    confirmed_at: at,
    reason,
    revision: present.revision + 1,
  };
}

/** A person's answers give a class as any facts do; with a class, the person answers for it. */
function answered(
  present: ClassificationRecord,
  { answers = {}, reason, by, at }: Decision,
  gates: Gates,
): ClassificationRecord {
  const facts = eachFact((name) => {
    const value = answers[name];
    if (value === undefined) return present.facts[name];
    if (value !== null) return { value, confidence: null, quote: null, source: "person" as const };
    return present.facts[name].source === "person" ? unknownFact : present.facts[name];
  });
  const { input_hash, instructions_hash, provider, model } = present;
  const basis = { input_hash, instructions_hash, provider, model };
  const next = reclassified(present, facts, basis, gates, at);
  if (next.gate_class === "unknown") return next;
  return {
    ...next,
    class: next.gate_class,
    state: "confirmed",
    confirmed_by: by,
    confirmed_at: at,
    reason,
  };
}
