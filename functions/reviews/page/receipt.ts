import { type Html, html } from "#shared/html/html.ts";
import type { Catalogue } from "./languages/catalogue.ts";
import { signedRows } from "./signing-box.ts";

const copyButton =
  (label: string) =>
  (slot: string, what: string): Html =>
    html`<button type="button" class="small" data-copy="${slot}">${label}<span class="vh"> ${what}</span></button>`;

/** The receipt, shown after signing and whenever a decided link is opened again. */
export function receipt(texts: Catalogue) {
  const { review, frame } = texts;
  const { facts, check, receipt: t } = review;
  const copy = copyButton(frame.copy);
  return html`
<section data-on="receipt" data-heading="${t.heading}" hidden>
  <p class="lead screen">${t.lead}</p>
</section>
<section data-on="decided" data-heading="${t.decidedHeading}" hidden>
  <p class="lead">${t.decidedLead}</p>
  <p class="hint">${t.foreign}</p>
</section>
<section data-on="lapsed" hidden>
  <p class="lead">${review.lapsed.lead}</p>
</section>
<section data-on="receipt decided lapsed" aria-label="${t.name}" id="receipt" hidden>
  <h2 class="screen">${texts.signing.headingAfter}</h2>
  <dl class="sheet">
    <div><dt>${check.decision}</dt><dd><p class="outcomes" data-slot="outcomes"></p><strong data-slot="decision"></strong> <code class="soft" data-slot="decision-value"></code><br><span data-slot="meaning"></span></dd></div>
    <div><dt>${t.decidedAt}</dt><dd><code data-slot="decided-at"></code><br><span class="soft" data-slot="decided-local"></span></dd></div>
    <div class="of-panel" hidden><dt>${facts.panel}</dt><dd data-slot="panel"></dd></div>
    <div><dt>${facts.framework}</dt><dd data-slot="framework"></dd></div>
    <div class="of-matter" hidden><dt>${facts.matter}</dt><dd data-slot="matter"></dd></div>
    <div class="of-own-reference" hidden><dt>${check.ownReference}</dt><dd data-slot="own-reference"></dd></div>
    <div><dt>${facts.reference}</dt><dd><code data-slot="reference"></code> ${copy("reference", t.ofReference)}</dd></div>
    <div><dt>${t.signature}</dt><dd><code data-slot="signature"></code> ${copy("signature", t.ofSignature)}</dd></div>
    <div><dt>${t.leaf}</dt><dd><code data-slot="leaf"></code><br><span class="screen" data-slot="proof"></span></dd></div>
    <div><dt>${facts.snapshot}</dt><dd><code data-slot="hash"></code> ${copy("hash", t.ofHash)}</dd></div>
    <div><dt>${check.comment}</dt><dd id="receipt-comment"><span class="verbatim" data-slot="comment"></span><span class="instead">${t.inAnnex}</span></dd></div>
    <div id="receipt-verdicts"><dt>${check.verdicts}</dt><dd><ul></ul><span class="instead">${t.inAnnex}</span></dd></div>
    <div class="of-file"><dt>${check.document}</dt><dd data-slot="file"></dd></div>${signedRows(texts, "after")}
  </dl>
  <p id="proof-code" class="proof-code"><span data-slot="qr"></span> <span>${t.proofAt}<br><code data-slot="proof-address"></code></span></p>
  <p class="actions"><button type="button" id="print" class="primary">${t.print}</button> <button type="button" id="download">${t.download}</button> <button type="button" id="download-proof">${t.downloadProof}</button></p>
  <p class="hint screen">${t.proofHint}</p>
  <h2>${t.next}</h2>
  <ul>
    <li>${t.seen}</li>
    <li data-on="receipt decided" class="screen">${t.return} <span data-slot="expires"></span>.</li>
    <li>${t.bound}</li>
    <li>${t.revised}</li>
  </ul>
</section>`;
}
