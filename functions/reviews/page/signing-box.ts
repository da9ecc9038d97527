import { html } from "#shared/html/html.ts";
import type { Catalogue } from "./languages/catalogue.ts";

/**
 * What a signature covers, and who reads what counsel wrote: the same rows before signing and after
 * it, filled by the script in both places.
 */
export const signedRows = ({ review, signing: t }: Catalogue, when: "before" | "after") => html`
    <div><dt>${review.facts.rules}</dt><dd><span data-slot="count"></span><ol class="wordings"></ol><span class="instead">${review.receipt.inAnnex}</span></dd></div>
    <div><dt>${review.check.signedBy}</dt><dd><span data-slot="counsel"></span><br><span data-slot="counsel-details"></span><br><span data-slot="passed-on"></span>${when === "before" ? html`<br><span class="soft">${t.wrong}</span>` : ""}</dd></div>
    <div><dt>${t.language}</dt><dd data-slot="binds"></dd></div>
    <div class="of-questions" hidden><dt>${t.questions}</dt><dd data-slot="questions"></dd></div>
    <div><dt>${t.notCovered}</dt><dd>${t.notCoveredText}</dd></div>
    <div><dt>${t.readers[when]}</dt><dd>${t.readersText}</dd></div>`;
