import { html } from "#shared/html/html.ts";
import { rich } from "#shared/html/rich.ts";
import { signingTexts as t } from "./texts.ts";

/** A text of its own for everything that can stand between counsel and a recorded decision. */
export const states = html`
<section data-on="failed" data-heading="The review could not be opened" hidden>
  <p>The connection to the service failed, or the service was busy. <strong>No decision has been recorded, and trying again is safe.</strong></p>
  <p><button type="button" id="reopen" class="primary">Try again</button></p>
</section>
<section data-on="expired" data-heading="This review request has expired" hidden>
  <p>The time for a decision is over, and nothing more can be recorded under this link. This says nothing about you or your access.</p>
  <p>If your opinion is still wanted, ask the person who sent you the link for a new request.</p>
</section>
<section data-on="invalid" data-heading="This link is not valid" hidden>
  <p>Nothing is found under this address. Links are often cut off when a message breaks them across lines: please copy the whole link once more.</p>
  <p>If that does not help, ask the person who sent it to you for a new one. Nothing has been recorded.</p>
</section>
<section data-on="cancelled" data-heading="This review request was withdrawn" hidden>
  <p>The compliance team has cancelled the request, and nothing more can be recorded under this link. There is nothing left for you to do.</p>
  <p>If you are in doubt, ask the person who sent you the link.</p>
</section>
<section data-on="overtaken" data-heading="This review was decided in the meantime" hidden>
  <p>While you were reading, a decision was recorded under this link: in another tab or window, or by someone else who holds the link. It is final. <strong>What you sent just now was not recorded.</strong></p>
  <p><button type="button" id="show-recorded" class="primary">Show the recorded decision</button></p>
  <p>If that decision is not yours, tell the person who sent you the link at once.</p>
</section>
<section data-on="sending" data-heading="Recording your decision" hidden>
  <p>Please leave this page open until the receipt appears.</p>
</section>
<section data-on="signing" data-heading="${t.signing.heading}" hidden>
  <p>${t.signing.text}</p>
</section>
<section data-on="unsigned" data-heading="${t.unsigned.heading}" hidden>
  <p>${rich(t.unsigned.text)}</p>
  <p>${t.unsigned.hint}</p>
  <p class="actions"><button type="button" id="resign" class="primary">${t.unsigned.again}</button> <button type="button" id="unsigned-edit">${t.unsigned.back}</button></p>
</section>
<section data-on="keyless" data-heading="${t.keyless.heading}" hidden>
  <p>${rich(t.keyless.text)}</p>
  <ul>${t.keyless.ways.map((way) => html`<li>${way}</li>`)}</ul>
</section>
<section data-on="unconfirmed" data-heading="No confirmation arrived" hidden>
  <p>The connection failed before the service could confirm. <strong>Sending again is safe:</strong> a decision is recorded only once, and if the first attempt did arrive, you get its receipt.</p>
</section>
<section data-on="refused" data-heading="Your decision was not recorded" hidden>
  <p>The service could not record it just now. <strong>Nothing was recorded, and sending again is safe.</strong> If it fails again, please wait some minutes; your draft stays in this tab.</p>
</section>
<section data-on="unconfirmed refused" hidden>
  <p class="actions"><button type="button" id="resend" class="primary">Send again</button> <button type="button" id="reedit">Back to the form</button></p>
</section>
<section data-on="expired cancelled overtaken" id="unsent" hidden>
  <h2>Your unsent comment</h2>
  <p class="verbatim" data-slot="unsent"></p>
  <p><button type="button" data-copy="unsent">Copy the comment</button></p>
</section>
<section data-on="failed expired invalid cancelled unconfirmed refused" id="reason" hidden>
  <p class="hint" data-slot="reason"></p>
</section>`;
