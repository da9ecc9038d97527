import { canonicalHash } from "#shared/domain/canonical.ts";
import type { ClassificationRecord } from "./classification.ts";
import type { Class, Reason } from "./verdict.ts";

/** What a model's answer cost. */
export interface Spending {
  /** How many entries of the provider chain were tried; 0 if the cache or a person answered. */
  attempts: number;
  tokens: { input: number; output: number };
  /** USD. */
  cost: number;
  /** SHA-256 of the answer's text; null if no model answered. */
  answer_hash: string | null;
}

export const nothingSpent: Spending = {
  attempts: 0,
  tokens: { input: 0, output: 0 },
  cost: 0,
  answer_hash: null,
};

/** The actions of rows about an artifact, with their contexts. */
export type ArtifactRow =
  | {
      action: "artifact.classified";
      context: Spending & {
        input_hash: string;
        instructions_hash: string | null;
        gates_version: string;
        provider: string | null;
        model: string | null;
        class: Class;
        reasons: Reason[];
        /** Of the facts after and before; null: nothing was known. */
        facts_hash: string | null;
        facts_before: string | null;
        /** Only for a person's answers: the hash of the answers, and the reason given. */
        answers_hash?: string;
        reason?: string;
        allowed_by?: string;
      };
    }
  | {
      action: "artifact.confirmed";
      context: { class: Class; reason: string; allowed_by?: string };
    }
  | {
      action: "artifact.overridden";
      context: { from: Class; to: Class; reason: string; allowed_by?: string };
    }
  | { action: "artifact.reopened"; context: { from: Class; to: Class } };

/** SHA-256 of the known facts with their words and sources; null: none is known. */
function factsHash(record: ClassificationRecord | null): string | null {
  const known = Object.entries(record?.facts ?? {}).flatMap(([name, { value, quote, source }]) =>
    source === null ? [] : [[name, { value, quote, source }]],
  );
  return known.length === 0 ? null : canonicalHash(Object.fromEntries(known));
}

const classifiedRow = (
  before: ClassificationRecord | null,
  after: ClassificationRecord,
  spending: Spending,
  more: { answers_hash?: string; reason?: string; allowed_by?: string } = {},
): ArtifactRow => ({
  action: "artifact.classified",
  context: {
    input_hash: after.input_hash,
    instructions_hash: after.instructions_hash,
    gates_version: after.gates_version,
    provider: after.provider,
    model: after.model,
    ...spending,
    class: after.gate_class,
    reasons: [...after.reasons],
    facts_hash: factsHash(after),
    facts_before: factsHash(before),
    ...more,
  },
});

/** The rows of a classification by a model or by changed gates. */
export function rowsOfClassification(
  before: ClassificationRecord | null,
  after: ClassificationRecord,
  spending: Spending,
): ArtifactRow[] {
  const reopened =
    before !== null && after.state === "reopened" && before.state !== "reopened"
      ? [{ action: "artifact.reopened", context: { from: before.class, to: after.class } } as const]
      : [];
  return [classifiedRow(before, after, spending), ...reopened];
}

/** The rows of a person's decision. */
export function rowsOfDecision(
  before: ClassificationRecord,
  after: ClassificationRecord,
  answers: Readonly<Record<string, unknown>> | undefined,
  reason: string,
): ArtifactRow[] {
  if (after.second_by !== null && before.second_by === null) {
    // A row without the sentence of the law leaves the first person's decision as it is.
    return [{ action: "artifact.confirmed", context: { class: after.class, reason } }];
  }
  // Without `allowed_by`, rows look as they did before it existed.
  const allowed = after.allowed_by === null ? {} : { allowed_by: after.allowed_by };
  const asked =
    answers === undefined
      ? []
      : rowsOfClassification(before, after, nothingSpent).map(
          (row): ArtifactRow =>
            row.action === "artifact.classified"
              ? classifiedRow(before, after, nothingSpent, {
                  answers_hash: canonicalHash(answers),
                  reason,
                  ...allowed,
                })
              : row,
        );
  if (after.state === "confirmed") {
    const context = { class: after.class, reason, ...allowed };
    return [...asked, { action: "artifact.confirmed", context }];
  }
  if (after.state !== "overridden" || answers !== undefined) return asked;
  const context = { from: before.class, to: after.class, reason, ...allowed };
  return [{ action: "artifact.overridden", context }];
}
