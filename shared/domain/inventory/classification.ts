import { sameJson } from "#shared/domain/canonical-json.ts";
import { eachFact, type Fact, type Facts, factNames, sameValue, unknownFact } from "./facts.ts";
import type { Weighed } from "./gates.ts";
import type { Class, KnownFacts } from "./verdict.ts";

/** `proposed`: no org admin has answered yet; `reopened`: a new fact gave another class. */
export const classificationStates = ["proposed", "confirmed", "overridden", "reopened"] as const;
type ClassificationState = (typeof classificationStates)[number];

/** What an artifact is in law, and who or what said so (inventory.md, section 1). */
export interface Classification {
  /** The person's class if overridden, else the one that the gates give. */
  class: Class;
  state: ClassificationState;
  reasons: Weighed["reasons"];
  open_questions: Weighed["open_questions"];
  facts: Facts;
  gates_version: string;
  /** The provider that answered last; null if only persons answered. */
  provider: string | null;
  /** The model's name, as the provider's answer states it. */
  model: string | null;
  classified_at: string;
  /** The org admin's user id; null while it is a proposal. */
  confirmed_by: string | null;
  /** Their e-mail address then; null if their token named none. */
  confirmed_by_email: string | null;
  confirmed_at: string | null;
  /** The reason that they gave. */
  reason: string | null;
  /** The sentence of the law by which they lifted the facts' prohibition; null: they did not. */
  allowed_by: string | null;
  /** A second person who confirmed that exception; null: one person alone answers for it. */
  second_by: string | null;
}

/** A classification as stored, with the values that decide whether new input changes it. */
export interface ClassificationRecord extends Classification {
  /** Counts the changes. A write names the revision that it read. */
  revision: number;
  /** The class that the gates give; differs from `class` while a person overrides it. */
  gate_class: Class;
  /** SHA-256 of the artifact's description that the model was given. */
  input_hash: string;
  /** SHA-256 of the model's instructions; null if no model was asked. */
  instructions_hash: string | null;
  /** Identifies version and books of the gates. */
  gates_basis: string;
  /** The class before it last changed because its facts or the gates did, and the time of that change. */
  superseded: { class: Class; at: string } | null;
  /** Hash of its newest audit row, which is a leaf of the evidence log. */
  row_hash?: string | null;
  /** How many rows there are about the artifact, which is the newest row's number. */
  rows?: number;
}

/** The gates, which weigh the facts of a classification. */
export interface Gates {
  version: string;
  basis: string;
  weigh: (facts: KnownFacts) => Weighed;
}

const valuesIn = (facts: Facts): KnownFacts => eachFact((name) => facts[name].value);

/** Whether an org admin answers for the class. */
export const isDecided = ({ state }: Pick<Classification, "state">): boolean =>
  state === "confirmed" || state === "overridden";

/** Whether only one person answers for a class by which the law allows what the facts prohibit. */
export const isAllowedByOne = (
  one: Pick<Classification, "state" | "allowed_by" | "second_by">,
): boolean => isDecided(one) && one.allowed_by !== null && one.second_by === null;

/** Whether two sets of facts have the same values, quotes and sources. */
const sameFacts = (a: Facts, b: Facts): boolean =>
  factNames.every(
    (name) =>
      sameValue(a[name].value, b[name].value) &&
      a[name].quote === b[name].quote &&
      a[name].source === b[name].source,
  );

/**
 * The facts after an extractor has answered. A person's answers stay. While a person answers for the
 * class, a known fact is not lost because a model no longer mentions it: the fact stays as long as the
 * artifact still contains its quote.
 */
export function mergedFacts(
  before: Classification | null,
  found: Facts,
  stillQuoted: (quote: string | null) => boolean,
): Facts {
  if (before === null) return found;
  const keep = ({ value, source, quote }: Fact, next: Fact): boolean =>
    source === "person" ||
    (isDecided(before) && next.value === null && value !== null && stillQuoted(quote));
  return eachFact((name) => {
    const present = before.facts[name] ?? unknownFact;
    return keep(present, found[name]) ? present : found[name];
  });
}

/** The source of new facts. */
export interface Basis {
  input_hash: string;
  instructions_hash: string | null;
  provider: string | null;
  model: string | null;
}

/** `at`, or the record's latest time if a slow clock made `at` earlier, so that rows stay in order. */
export const notBeforeRecord = (record: ClassificationRecord | null, at: string): string =>
  [at, record?.classified_at ?? "", record?.confirmed_at ?? ""].sort().at(-1) ?? at;

/** The record after facts were found or answered, by the present gates. */
export function reclassified(
  before: ClassificationRecord | null,
  facts: Facts,
  basis: Basis,
  gates: Gates,
  at: string,
): ClassificationRecord {
  const weighed = gates.weigh(valuesIn(facts));
  const { class: found, ...rest } = weighed;
  const stands = before !== null && isDecided(before) && !reopens(before, found);
  const isOpen = before !== null && (isDecided(before) || before.state === "reopened");
  const shown = stands ? before.class : found;
  return {
    ...basis,
    class: shown,
    state: stands ? before.state : isOpen ? "reopened" : "proposed",
    ...rest,
    facts,
    gates_version: gates.version,
    gates_basis: gates.basis,
    classified_at: at,
    confirmed_by: stands ? before.confirmed_by : null,
    confirmed_by_email: stands ? before.confirmed_by_email : null,
    confirmed_at: stands ? before.confirmed_at : null,
    row_hash: before?.row_hash ?? null,
    rows: before?.rows ?? 0,
    revision: (before?.revision ?? 0) + 1,
    gate_class: found,
    reason: stands ? before.reason : null,
    // An exception stands until the class is "prohibited" again.
    allowed_by: shown === "prohibited" ? null : (before?.allowed_by ?? null),
    second_by: stands ? before.second_by : null,
    superseded:
      before !== null && before.class !== shown
        ? { class: before.class, at }
        : (before?.superseded ?? null),
  };
}

/** A new class from the gates reopens a person's decision, unless the person chose that class. */
const reopens = (before: ClassificationRecord, found: Class): boolean =>
  found !== before.gate_class && found !== before.class;

/** Whether nothing that the log records has changed. */
export const saysTheSame = (
  before: ClassificationRecord | null,
  after: ClassificationRecord,
): boolean =>
  before !== null &&
  before.class === after.class &&
  before.gate_class === after.gate_class &&
  before.state === after.state &&
  before.provider === after.provider &&
  before.model === after.model &&
  before.input_hash === after.input_hash &&
  before.instructions_hash === after.instructions_hash &&
  before.gates_version === after.gates_version &&
  // The table does not keep the order of members.
  sameJson(before.reasons, after.reasons) &&
  sameFacts(before.facts, after.facts);

/** The record of an artifact about which nothing is known yet. */
export const unclassified = (input_hash: string, gates: Gates, at: string): ClassificationRecord =>
  reclassified(
    null,
    eachFact(() => unknownFact),
    { input_hash, instructions_hash: null, provider: null, model: null },
    gates,
    at,
  );
