import {
  type FactKind,
  type FactName,
  factNames,
  factRow,
} from "#shared/domain/inventory/facts.ts";
import { GATES_VERSION } from "#shared/domain/inventory/gates.ts";

interface Questions {
  gates_version: string;
  questions: {
    fact: FactName;
    text: string;
    kind: FactKind;
    /** Empty for `boolean` and `text`. */
    options: { value: string; label: string }[];
  }[];
}

/** Every question about an artifact, in the order in which it is asked. */
export const getClassificationQuestions = (): Questions => ({
  gates_version: GATES_VERSION,
  questions: factNames.map((fact) => {
    const { question, kind, options } = factRow(fact);
    const all = options?.() ?? [];
    return {
      fact,
      text: question,
      kind,
      options: all.map(([value, label]) => ({ value, label })),
    };
  }),
});
