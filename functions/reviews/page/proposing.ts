import { suggestedFields, suggestible } from "#shared/domain/reviews/limits.ts";
import { html } from "#shared/html/html.ts";
import type { Catalogue } from "./languages/catalogue.ts";

/** Shown under a rule that is not approved as it is: its texts, which counsel edits in place. */
export const proposing = (
  { open }: Catalogue["review"]["propose"],
  fields: Catalogue["script"]["fields"],
) => html`<details class="propose" hidden><summary>${open}</summary>
    ${suggestedFields.map((field) => html`<div class="field"><label>${fields[field]}<textarea maxlength="${String(suggestible[field])}" data-field="${field}"></textarea></label><p class="difference text"></p></div>`)}</details>`;
