import { html } from "#shared/html/html.ts";

/** The receipt, right after signing and whenever a decided link is opened again. */
export const receipt = html`
<section data-on="receipt" data-heading="Your decision is recorded" hidden>
  <p class="lead">Please print or download this receipt for your records.</p>
</section>
<section data-on="decided" data-heading="This review is decided" hidden>
  <p class="lead">A decision was recorded under this link. It is final; this is its receipt.</p>
  <p class="hint">If it is not yours, tell the person who sent you the link at once.</p>
</section>
<section data-on="receipt decided" aria-label="Receipt" hidden>
  <dl class="sheet">
    <div><dt>Decision</dt><dd><strong data-slot="decision"></strong> <code class="soft" data-slot="decision-value"></code><br><span data-slot="meaning"></span></dd></div>
    <div><dt>Decided at</dt><dd><code data-slot="decided-at"></code><br><span class="soft" data-slot="decided-local"></span></dd></div>
    <div><dt>Counsel</dt><dd data-slot="counsel"></dd></div>
    <div><dt>Framework</dt><dd data-slot="framework"></dd></div>
    <div><dt>Reference</dt><dd><code data-slot="reference"></code> <button type="button" class="small" data-copy="reference">Copy<span class="vh"> the reference</span></button></dd></div>
    <div><dt>Signature</dt><dd><code data-slot="signature"></code> <button type="button" class="small" data-copy="signature">Copy<span class="vh"> the signature</span></button></dd></div>
    <div><dt>Entry in the public log</dt><dd><code data-slot="leaf"></code><br><span data-slot="proof"></span></dd></div>
    <div><dt>Snapshot (SHA-256)</dt><dd><code data-slot="hash"></code> <button type="button" class="small" data-copy="hash">Copy<span class="vh"> the hash</span></button></dd></div>
    <div><dt>Comment</dt><dd class="verbatim" data-slot="comment"></dd></div>
    <div id="receipt-file"><dt>Document</dt><dd data-slot="file"></dd></div>
    <div><dt>Rules</dt><dd data-slot="count"></dd></div>
  </dl>
  <p class="actions"><button type="button" id="print" class="primary">Print</button> <button type="button" id="download">Download as JSON</button></p>
  <h2>What happens next</h2>
  <ul>
    <li>The compliance team sees your decision from now on. Nothing more is asked of you.</li>
    <li>You can come back to this receipt under your link until <span data-slot="expires"></span>.</li>
    <li>The signature binds the decision, your e-mail address, a number used once and the time. None of them can be altered later without being found out.</li>
    <li>If the rules are revised, a new request with a link of its own follows.</li>
  </ul>
</section>`;
