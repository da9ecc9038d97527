import { MAX_LINE, MAX_NOTES } from "#shared/domain/counsel/limits.ts";
import { LONGEST_EMAIL } from "#shared/domain/text/email.ts";
import { html } from "#shared/html/html.ts";
import { rich } from "#shared/html/rich.ts";
import type { Catalogue } from "./languages/catalogue.ts";

/** The form by which counsel passes the request on to somebody else. */
export function passingOn({ review }: Catalogue) {
  const t = review.delegate;
  const field = (
    name: keyof typeof t.fields,
    most: number,
    type = "text",
    isNeeded = false,
  ) => html`
    <div class="field">
      <label for="to-${name}">${t.fields[name]}${isNeeded ? "" : html` <span class="soft">${review.form.optional}</span>`}</label>
      <p class="error" id="e-to-${name}" hidden></p>
      <input type="${type}" id="to-${name}" name="${name}" maxlength="${String(most)}" autocomplete="off" aria-describedby="e-to-${name}"${isNeeded ? " required" : ""}>
    </div>`;
  return html`
<section data-on="delegating" data-heading="${t.heading}" hidden>
  <p>${rich(t.lead)}</p>
  <p class="error" id="not-passed" role="alert" tabindex="-1" hidden></p>
  <form id="delegation" novalidate>
    ${field("display_name", MAX_LINE, "text", true)}${field("email", LONGEST_EMAIL, "email", true)}${field("firm", MAX_LINE)}${field("jurisdiction", MAX_LINE)}${field("bar_registration", MAX_LINE)}
    <div class="field">
      <label for="to-reason">${t.fields.reason}</label>
      <p class="hint" id="h-to-reason">${t.reasonHint}</p>
      <p class="error" id="e-to-reason" hidden></p>
      <textarea id="to-reason" name="reason" rows="3" maxlength="${String(MAX_NOTES)}" aria-describedby="h-to-reason e-to-reason" required></textarea>
    </div>
    <p id="delegate-key" class="note" hidden>${t.key}</p>
    <p class="actions"><button type="submit" class="primary">${t.submit}</button> <button type="button" id="keep-it">${t.back}</button></p>
  </form>
</section>`;
}
