import { html } from "#shared/html/html.ts";

/** What every link shows first, good or bad: who asks, what follows, and one button. */
export const landing = (host: string) => html`
<section data-on="landing" data-heading="You are asked to review a set of rules">
  <p class="lead">The compliance team at <strong>${host}</strong> asks for your professional opinion on rules of its rule book.</p>
  <ol class="outline">
    <li><strong>Read.</strong> Every rule is shown in full, with its citations, as it was on the day of the request.</li>
    <li><strong>Decide.</strong> Approve, approve with changes, request changes, or reject, with a comment if you wish.</li>
    <li><strong>Check and sign.</strong> You see everything once more. A signed decision is final, and you get a receipt.</li>
  </ol>
  <p class="note"><strong>Confidential.</strong> This link is meant for you alone. Whoever holds it can read the rules and decide in your name, so please do not pass it on.</p>
  <p><button type="button" id="open" class="primary">Open the review</button></p>
  <p class="hint">Nothing has been recorded so far. When you open the review for the first time, the time is recorded.</p>
  <noscript><p class="note"><strong>JavaScript is off.</strong> The review cannot be opened without it. Please allow it for this page, or open the link in another browser; nothing has been recorded.</p></noscript>
</section>
<section data-on="loading" data-heading="Opening the review" hidden>
  <p>One moment: the rules are on their way.</p>
</section>`;
