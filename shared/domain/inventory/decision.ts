import { DomainError } from "#shared/domain/errors.ts";
import {
  type ClassificationRecord,
  type Gates,
  isAllowedByOne,
  isDecided,
  reclassified,
} from "./classification.ts";
import { eachFact, type FactName, type FactValue, sameValue, unknownFact } from "./facts.ts";
import type { Class } from "./verdict.ts";

type Answers = Readonly<Partial<Record<FactName, FactValue | undefined>>>;

/** An org admin's decision about an artifact. */
export interface Decision {
  /** If this and the answers are left out: the class that the gates proposed at `classified_at`. */
  class?: Exclude<Class, "unknown"> | undefined;
  /** Answers to questions; null withdraws one. */
  answers?: Answers | undefined;
  reason: string;
  /** The sentence of the law that allows what the found facts prohibit. */
  allowed_by?: string | undefined;
  /** `classified_at` of the classification that the person saw. */
  classified_at?: string | undefined;
  by: string;
  /** Null if their token names none. */
  email: string | null;
  at: string;
}

/** A person who names the former class this soon after a change is assumed not to have seen it. */
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
 * The classification after a person's decision, or null if the decision is already in force.
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

function isRepeated(present: ClassificationRecord, decision: Decision): boolean {
  const { class: named, answers, reason, by } = decision;
  const to = classNamed(present, named);
  const isSame = answers === undefined ? to === present.class : stand(present, answers);
  if (!isSame || namesAnotherSentence(present, decision, to)) return false;
  if (answers === undefined && by === present.second_by) return true;
  // Nobody answers for an unknown class, so answers that leave it unknown are only facts.
  if (answers !== undefined && present.gate_class === "unknown") return true;
  return isDecided(present) && present.reason === reason && present.confirmed_by === by;
}

/** Whether every answer is already a fact, and every withdrawn one is not a person's. */
const stand = (present: ClassificationRecord, answers: Answers): boolean =>
  (Object.entries(answers) as [FactName, FactValue | undefined][]).every(([name, value]) => {
    if (value === undefined) return true;
    const fact = present.facts[name];
    return value === null
      ? fact.source !== "person"
      : fact.source === "person" && sameValue(fact.value, value);
  });

/** Whether the decision would replace the sentence of the law that is on record. */
const namesAnotherSentence = (
  present: ClassificationRecord,
  decision: Decision,
  to: Class,
): boolean =>
  decision.allowed_by !== undefined && allowedBy(present, decision, to) !== present.allowed_by;

/** A person who names no class confirms the gates' proposal, not another person's later decision. */
const classNamed = (present: ClassificationRecord, named: Decision["class"]): Class =>
  named ?? present.gate_class;

function classDecided(present: ClassificationRecord, decision: Decision): ClassificationRecord {
  const { by } = decision;
  const decided = classNamed(present, decision.class);
  if (decided === "unknown") {
    throw new DomainError(
      "nothing_to_confirm",
      "The class is unknown: answer the open questions, or name a class.",
      { members: { open_questions: present.open_questions } },
    );
  }
  const isConfirming =
    decided === present.class && !namesAnotherSentence(present, decision, decided);
  if (isAllowedByOne(present) && isConfirming && by !== present.confirmed_by) {
    return { ...present, second_by: by, revision: present.revision + 1 };
  }
  return {
    ...present,
    class: decided,
    state: decided === present.gate_class ? "confirmed" : "overridden",
    ...answeredFor(present, decision, decided),
    revision: present.revision + 1,
  };
}

/**
 * The sentence of the law by which a class is not "prohibited", although the facts found say so or said
 * so; null: the class needs none.
 * @throws DomainError `validation_failed` if the decision has to name the sentence and does not
 */
function allowedBy(
  present: ClassificationRecord,
  { allowed_by }: Decision,
  to: Class,
): string | null {
  const isLeaving = present.gate_class === "prohibited" && to !== "prohibited";
  if (isLeaving && allowed_by === undefined) {
    const message =
      "must be the sentence of the law that allows it: the facts found say that it is prohibited";
    throw new DomainError("validation_failed", "Not valid: allowed_by.", {
      errors: [{ path: "allowed_by", message }],
    });
  }
  const isNeeded = isLeaving || (present.allowed_by !== null && to !== "prohibited");
  return isNeeded ? (allowed_by ?? present.allowed_by) : null;
}

/**
 * The person who answers for a class, and the reason.
 * @throws DomainError `validation_failed`
 */
function answeredFor(
  present: ClassificationRecord,
  decision: Decision,
  to: Class,
): Pick<
  ClassificationRecord,
  "confirmed_by" | "confirmed_by_email" | "confirmed_at" | "reason" | "allowed_by" | "second_by"
> {
  const { by, email, at, reason } = decision;
  const allowed_by = allowedBy(present, decision, to);
  const isSame = to === present.class && allowed_by === present.allowed_by;
  return {
    confirmed_by: by,
    confirmed_by_email: email,
    confirmed_at: at,
    reason,
    allowed_by,
    second_by: isSame && by !== present.second_by ? present.second_by : null,
  };
}

/** A person's answers give a class as any facts do. If they give one, the person answers for it. */
function answered(
  present: ClassificationRecord,
  decision: Decision,
  gates: Gates,
): ClassificationRecord {
  const { answers = {}, at } = decision;
  const facts = eachFact((name) => {
    const value = answers[name];
    if (value === undefined) return present.facts[name];
    if (value !== null) return { value, confidence: null, quote: null, source: "person" as const };
    return present.facts[name].source === "person" ? unknownFact : present.facts[name];
  });
  const { input_hash, instructions_hash, provider, model } = present;
  const basis = { input_hash, instructions_hash, provider, model };
  const next = reclassified(present, facts, basis, gates, at);
  const { gate_class } = next;
  // Nobody answers for an unknown class, but the sentence of the law stays for the decision that follows.
  if (gate_class === "unknown") {
    const allowed_by = allowedBy(present, decision, gate_class);
    const second_by = allowed_by === present.allowed_by ? next.second_by : null;
    return { ...next, allowed_by, second_by };
  }
  return {
    ...next,
    class: gate_class,
    state: "confirmed",
    ...answeredFor(present, decision, gate_class),
  };
}
