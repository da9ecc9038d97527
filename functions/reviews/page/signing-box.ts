import { html } from "#shared/html/html.ts";
import type { Catalogue } from "./languages/catalogue.ts";

/**
 * What a signature covers, and who reads what counsel wrote. The same rows appear before and after
 * signing, and the script fills both. On the printed receipt, the longer ones move to the annex.
 */
export function signedRows({ review, signing: t }: Catalogue, when: "before" | "after") {
  const inAnnex = when === "after" ? html` class="screen"` : "";
  const wrong =
    when === "before"
      ? html`<button type="button" id="something-wrong" class="small">${t.wrong}</button>`
      : "";
  return html`
    <div${inAnnex}><dt>${review.facts.rules}</dt><dd><span data-slot="count"></span><ol class="wordings"></ol></dd></div>
    <div><dt>${review.check.signedBy}</dt><dd><span data-slot="counsel"></span> <span class="soft" data-slot="counsel-details"></span><br><span data-slot="passed-on"></span> ${wrong}</dd></div>
    <div${inAnnex}><dt>${t.language}</dt><dd data-slot="binds"></dd></div>
    <div class="of-questions${when === "after" ? " screen" : ""}" hidden><dt>${t.questions.label}</dt><dd class="verbatim" data-slot="questions"></dd></div>
    <div${inAnnex}><dt>${t.notCovered}</dt><dd>${t.notCoveredText}</dd></div>
    <div${inAnnex}><dt>${t.readers[when]}</dt><dd>${t.readersText}</dd></div>`;
}
