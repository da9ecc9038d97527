import { suggestedFields, suggestible } from "#shared/domain/reviews/suggested-fields.ts";
import { html } from "#shared/html/html.ts";
import type { Catalogue } from "./languages/catalogue.ts";

/** Under a rule that is not approved as it is: its texts, to be edited in place. */
export const proposing = (
  { open, hint }: Catalogue["review"]["propose"],
  fields: Catalogue["script"]["fields"],
) => html`<details class="propose" hidden><summary>${open}</summary><p class="hint">${hint}</p>
    ${suggestedFields.map((field) => html`<div class="field"><label>${fields[field]}</label><textarea rows="${field === "title" ? "1" : "4"}" maxlength="${String(suggestible[field])}" data-field="${field}"></textarea><p class="difference text"></p></div>`)}</details>`;
