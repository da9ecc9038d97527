import { html } from "#shared/html/html.ts";
import { rich } from "#shared/html/rich.ts";
import type { Catalogue } from "./languages/catalogue.ts";
import { withoutScript } from "./without-script.ts";

/**
 * What every link shows first, valid or not: who asks, what comes next, and one button. If the link
 * opens a review, the script adds what is asked.
 */
export function landing({ review, frame }: Catalogue, host: string) {
  const { landing: t, loading, facts } = review;
  return html`
<section data-on="landing" data-heading="${t.heading}">
  <p class="lead">${rich(t.lead, { host })}</p>
  <dl class="facts" id="asked" hidden>
    <div><dt>${facts.client}</dt><dd>${host}</dd></div>
    <div><dt>${facts.framework}</dt><dd data-slot="framework"></dd></div>
    <div><dt>${facts.rules}</dt><dd><strong data-slot="count"></strong><br><span class="soft" data-slot="reading"></span></dd></div>
    <div><dt>${facts.until}</dt><dd><strong data-slot="days-left"></strong><br><span data-slot="expires"></span><br><span class="soft" data-slot="expires-local"></span></dd></div>
  </dl>
  ${withoutScript(frame)}
  <p class="note">${rich(t.confidential)}</p>
  <p><button type="button" id="open" class="primary">${t.open}</button></p>
  <p class="hint">${t.hint}</p>
  <ol class="outline">${t.outline.map((step) => html`<li>${rich(step)}</li>`)}</ol>
</section>
<section data-on="loading" data-heading="${loading.heading}" hidden>
  <p>${loading.text}</p>
</section>`;
}
