import { MAX_REFERENCE, maxCommentCharacters, maxPdfBytes } from "#shared/domain/reviews/limits.ts";
import { type Decision, decisions } from "#shared/domain/reviews/statuses.ts";
import { numberOf } from "#shared/domain/text/text.ts";
import { html } from "#shared/html/html.ts";
import { rich } from "#shared/html/rich.ts";
import { files, keeping } from "./files.ts";
import type { Catalogue } from "./languages/catalogue.ts";
import { signedRows } from "./signing-box.ts";

const option = (
  value: Decision,
  { label, meaning, comment }: Catalogue["options"][Decision],
) => html`
  <div class="option">
    <input type="radio" name="decision" id="d-${value}" value="${value}" data-comment="${comment}" aria-describedby="m-${value}">
    <label for="d-${value}"><span class="label">${label}</span> <span class="signed" hidden></span></label>
    <p id="m-${value}">${meaning}</p>
  </div>`;

/**
 * The form: four explained options, a comment that adapts to the chosen option, and a file; then files
 * to download.
 */
export function deciding(texts: Catalogue) {
  const { review, options, frame } = texts;
  const { form: t, check } = review;
  return html`
<section data-on="review" id="decision" aria-labelledby="decision-title" tabindex="-1" hidden>
  <h2 id="decision-title">${t.heading}</h2>
  <div id="errors" class="errors" role="group" tabindex="-1" aria-labelledby="errors-title" hidden>
    <h3 id="errors-title">${t.faults}</h3>
    <ul></ul>
  </div>
  <p id="restored" class="hint" hidden>${t.restored}</p>
  <p id="signed-in" class="note" hidden></p>
  <form id="form" novalidate>
    <fieldset id="f-decision" aria-describedby="e-decision">
      <legend>${t.legend}</legend>
      <p class="error" id="e-decision" hidden></p>
      <p id="proposed" class="hint" role="status"></p>
      ${decisions.map((decision) => option(decision, options[decision]))}
    </fieldset>
    <div class="field">
      <label for="comment"><span data-slot="comment-label">${t.comment}</span> <span class="soft">${t.optional}</span></label>
      <p class="hint" id="h-comment">${rich(t.commentHint, { most: numberOf(maxCommentCharacters, frame.thousands) })} <span data-slot="comment-count"></span></p>
      <p class="error" id="e-comment" hidden></p>
      <textarea id="comment" rows="6" aria-describedby="h-comment e-comment"></textarea>
    </div>
    <details class="field">
      <summary>${check.ownReference}</summary>
      <p class="hint" id="h-own-reference">${t.ownReferenceHint}</p>
      <p class="error" id="e-own-reference" hidden></p>
      <input type="text" id="own-reference" maxlength="${String(MAX_REFERENCE)}" aria-label="${check.ownReference}" aria-describedby="h-own-reference e-own-reference" autocomplete="off">
    </details>
    <div class="field">
      <label for="file">${t.file} <span class="soft">${t.optional}</span></label>
      <p class="hint" id="h-file">${rich(t.fileHint, { mebibytes: String(maxPdfBytes / 2 ** 20) })}</p>
      <p class="error" id="e-file" hidden></p>
      <input type="file" id="file" accept="application/pdf,.pdf" aria-describedby="h-file e-file">
      <p id="chosen" role="status"></p>
      <p><button type="button" id="drop-file" class="small" hidden>${t.dropFile}</button></p>
    </div>
    <p><button type="submit" class="primary">${t.check}</button></p>
    <p class="hint">${t.hint}</p>${keeping(texts)}
  </form>
</section>${files(texts)}
</div>
</div>`;
}

/** Shows everything again, word for word, before it becomes final. */
export function checking(texts: Catalogue) {
  const { check, facts } = texts.review;
  return html`
<section data-on="check" data-heading="${check.heading}" hidden>
  <p class="note">${rich(check.final)}</p>
  <p class="note of-changed-meanwhile" data-slot="changed-meanwhile" hidden></p>
  <div id="check-unread" class="note" hidden><p data-slot="unread"></p><ul></ul></div>
  <h2>${texts.signing.heading}</h2>
  <dl class="sheet">
    <div><dt>${check.decision}</dt><dd><p class="outcomes" data-slot="outcomes"></p><strong data-slot="decision"></strong><br><span data-slot="meaning"></span></dd></div>
    <div id="check-verdicts"><dt>${check.verdicts}</dt><dd><ul></ul><span data-slot="without-verdict"></span></dd></div>
    <div><dt>${check.comment}</dt><dd class="verbatim" data-slot="comment"></dd></div>
    <div><dt>${check.document}</dt><dd data-slot="file"></dd></div>
    <div class="of-own-reference" hidden><dt>${check.ownReference}</dt><dd data-slot="own-reference"></dd></div>
    <div class="of-panel" hidden><dt>${facts.panel}</dt><dd data-slot="panel"></dd></div>
    <div><dt>${facts.framework}</dt><dd data-slot="framework"></dd></div>
    <div><dt>${facts.snapshot}</dt><dd><code data-slot="hash"></code></dd></div>${signedRows(texts, "before")}
  </dl>
  <p id="key-asked" class="note" hidden>${check.keyAsked}</p>
  <p class="actions"><button type="button" id="sign" class="primary">${check.sign} <span data-slot="counsel"></span></button> <button type="button" id="edit">${texts.review.back}</button></p>
</section>`;
}
