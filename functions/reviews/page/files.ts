import { html } from "#shared/html/html.ts";
import type { Catalogue } from "./languages/catalogue.ts";

/**
 * Request and certificate as files, folded until there is a certificate. Once decided, also a law
 * firm's own signature on the certificate.
 */
export const files = ({ files: t }: Catalogue) => html`
<section data-on="review receipt decided" id="files" class="screen" hidden>
  <details>
  <summary><h2>${t.heading}</h2></summary>
  <p class="actions"><button type="button" id="get-request">${t.request}</button> <button type="button" id="get-certificate" data-on="receipt decided" hidden>${t.certificate}</button></p>
  <p class="hint">${t.hint}</p>
  <p id="file-status" role="status"></p>
  <details data-on="receipt decided" hidden>
    <summary>${t.signature}</summary>
    <p>${t.signatureText}</p>
    <p><label for="signed-file">${t.signed}</label><br><input type="file" id="signed-file" accept="application/pdf,.pdf"></p>
    <p><button type="button" id="hand-in">${t.send}</button></p>
    <p id="signed-status" role="status"></p>
  </details>
  </details>
</section>`;

/** Says that the draft is kept on the device, and how to remove it. */
export const keeping = ({ keeping: t }: Catalogue) => html`
    <p class="hint" id="kept" hidden>${t.warning} <button type="button" id="forget" class="small">${t.remove}</button></p>
    <p class="hint" id="forgotten" hidden>${t.removed} <button type="button" id="keep-draft" class="small">${t.keep}</button></p>`;
