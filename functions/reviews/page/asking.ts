import { MAX_QUESTION, MAX_QUESTIONS } from "#shared/domain/reviews/limits.ts";
import { numberOf } from "#shared/domain/text/text.ts";
import { html } from "#shared/html/html.ts";
import { rich } from "#shared/html/rich.ts";
import type { Catalogue } from "./languages/catalogue.ts";

/** Counsel's questions with the answers, and the form for asking, folded until something was asked. */
export function asking({ review, frame }: Catalogue) {
  const t = review.questions;
  return html`
<section data-on="review" id="questions" hidden>
  <details>
  <summary><h2>${t.heading}</h2></summary>
  <p>${rich(t.lead, { most: String(MAX_QUESTIONS) })}</p>
  <p id="questions-key" class="note" hidden>${t.key}</p>
  <ul id="questions-asked" aria-live="polite"></ul>
  <form id="question" class="screen">
    <div class="field"><label for="question-about">${t.about}</label><br><select id="question-about"><option value="">${t.whole}</option></select></div>
    <div class="field">
      <label for="question-text">${t.text}</label>
      <p class="hint">${rich(t.hint, { most: numberOf(MAX_QUESTION, frame.thousands) })}</p>
      <p class="error" id="e-question" hidden></p>
      <textarea id="question-text" rows="3" maxlength="${String(MAX_QUESTION)}" aria-describedby="e-question"></textarea>
    </div>
    <p><button type="submit">${t.send}</button></p>
  </form>
  </details>
</section>`;
}
