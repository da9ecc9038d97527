import { factNames, factRow } from "#shared/domain/inventory/facts.ts";
import { GATES_VERSION } from "#shared/domain/inventory/gates.ts";

/** Every question about an artifact, in the order in which it is asked. */
export const getClassificationQuestions = () => ({
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
