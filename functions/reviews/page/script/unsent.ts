import { byId } from "./dom.ts";
import { currentDraft } from "./draft.ts";
import { labelOf, titleOf } from "./verdicts.ts";

/** All that counsel chose and typed and that was not recorded, as one text; empty if there is nothing. */
export function unsentText(): string {
  const { decision, comment, reference, verdicts, delegation } = currentDraft();
  return [
    decision && labelOf(decision),
    comment,
    reference,
    byId<HTMLTextAreaElement>("question-text").value,
    ...Object.values(delegation),
    ...verdicts.flatMap(({ use_case_id, verdict, text, suggestions = {} }) => [
      `${titleOf(use_case_id)}: ${labelOf(verdict)}`,
      text,
      ...Object.values(suggestions),
    ]),
  ]
    .filter(Boolean)
    .join("\n\n");
}
