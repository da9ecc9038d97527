import { type Html, html } from "#shared/html/html.ts";
import { rich } from "#shared/html/rich.ts";
import type { Catalogue } from "./languages/catalogue.ts";

const paragraphs = (texts: readonly string[]): Html =>
  html`${texts.map((text) => html`<p>${rich(text)}</p>`)}`;

/** A state that consists of a message only. */
const told = (
  t: Catalogue["review"],
  step:
    | "expired"
    | "invalid"
    | "cancelled"
    | "closed"
    | "passing"
    | "sending"
    | "signing"
    | "unconfirmed"
    | "refused",
): Html => html`
<section data-on="${step}" data-heading="${t[step].heading}" hidden>${paragraphs([t[step].text].flat())}</section>`;

/** A separate message for each cause that can prevent a decision from being recorded. */
export function states({ frame, review: t }: Catalogue) {
  return html`
<section data-on="failed" data-heading="${t.failed.heading}" hidden>
  <p>${rich(t.failed.text)}</p>
  <p><button type="button" id="reopen" class="primary">${t.failed.again}</button></p>
</section>${told(t, "expired")}${told(t, "invalid")}${told(t, "cancelled")}${told(t, "closed")}
<section data-on="closed" hidden>
  <p class="outcomes" data-slot="panel-ended"></p>
</section>
<section data-on="overtaken" data-heading="${t.overtaken.heading}" hidden>
  <p>${rich(t.overtaken.text)}</p>
  <p><button type="button" id="show-recorded" class="primary">${t.overtaken.show}</button></p>
  <p>${t.overtaken.foreign}</p>
</section>${told(t, "passing")}
<section data-on="delegated" data-heading="${t.delegated.heading}" hidden>
  <p>${t.delegated.text} <strong data-slot="delegate"></strong></p>
  <p>${t.delegated.next}</p>
</section>${told(t, "sending")}${told(t, "signing")}
<section data-on="unsigned" data-heading="${t.unsigned.heading}" hidden>
  <p>${rich(t.unsigned.text)}</p>
  <p>${t.unsigned.hint}</p>
</section>
<section data-on="keyless" data-heading="${t.keyless.heading}" hidden>
  <p>${rich(t.keyless.text)}</p>
  <ul>${t.keyless.ways.map((way) => html`<li>${way}</li>`)}</ul>
</section>${told(t, "unconfirmed")}${told(t, "refused")}
<section data-on="unsigned keyless unconfirmed refused" hidden>
  <p class="actions"><button type="button" id="resign" class="primary" data-on="unsigned">${t.unsigned.again}</button> <button type="button" id="resend" class="primary" data-on="unconfirmed refused">${t.resend}</button> <button type="button" id="reedit">${t.back}</button></p>
</section>
<section data-on="expired invalid cancelled closed overtaken lapsed" id="unsent" hidden>
  <h2>${t.unsent}</h2>
  <p class="verbatim" data-slot="unsent"></p>
  <p><button type="button" data-copy="unsent">${frame.copy}</button></p>
</section>
<section data-on="failed expired invalid cancelled closed unconfirmed refused" id="reason" hidden>
  <p class="hint" data-slot="reason"></p>
</section>`;
}
