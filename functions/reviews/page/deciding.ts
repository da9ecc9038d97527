import { maxCommentCharacters, maxPdfBytes } from "#shared/domain/reviews/limits.ts";
import { html } from "#shared/html/html.ts";
import { signingTexts } from "./texts.ts";
import { options } from "./wording.ts";

const option = ({ value, label, meaning, comment }: (typeof options)[number]) => html`
  <div class="option">
    <input type="radio" name="decision" id="d-${value}" value="${value}" data-comment="${comment}" aria-describedby="m-${value}">
    <label for="d-${value}">${label}</label>
    <p id="m-${value}">${meaning}</p>
  </div>`;

/** The form: four explained options, a comment that follows them, and a file. */
export const deciding = html`
<section data-on="review" id="decision" aria-labelledby="decision-title" tabindex="-1" hidden>
  <h2 id="decision-title">Your decision</h2>
  <div id="errors" class="errors" role="group" tabindex="-1" aria-labelledby="errors-title" hidden>
    <h3 id="errors-title">Please correct the following</h3>
    <ul></ul>
  </div>
  <p id="restored" class="hint" hidden>Your draft from earlier in this tab is back. A file has to be chosen again.</p>
  <form id="form" novalidate>
    <fieldset id="f-decision" aria-describedby="e-decision">
      <legend>Which decision do you record?</legend>
      <p class="error" id="e-decision" hidden></p>
      ${options.map(option)}
    </fieldset>
    <div class="field">
      <label for="comment"><span data-slot="comment-label">Comment</span> <span class="soft">(optional)</span></label>
      <p class="hint" id="h-comment">Kept word for word, at most ${maxCommentCharacters.toLocaleString("en")} characters. <span data-slot="comment-count"></span></p>
      <p class="error" id="e-comment" hidden></p>
      <textarea id="comment" rows="6" aria-describedby="h-comment e-comment"></textarea>
    </div>
    <div class="field">
      <label for="file">Supplementary document <span class="soft">(optional)</span></label>
      <p class="hint" id="h-file">One PDF, at most ${maxPdfBytes / 2 ** 20} MiB (${maxPdfBytes.toLocaleString("en")} bytes). Only its SHA-256 digest is kept with your decision; please keep the file.</p>
      <p class="error" id="e-file" hidden></p>
      <input type="file" id="file" accept="application/pdf,.pdf" aria-describedby="h-file e-file">
      <p id="chosen" role="status"></p>
      <p><button type="button" id="drop-file" class="small" hidden>Remove the file</button></p>
    </div>
    <p><button type="submit" class="primary">Check before you sign</button></p>
    <p class="hint">Nothing is sent yet. Your draft stays in this tab until you sign.</p>
  </form>
</section>
</div>
</div>`;

/** Everything once more, word for word, before it becomes final. */
export const checking = html`
<section data-on="check" data-heading="Check before you sign" hidden>
  <p class="note"><strong>This is final.</strong> Once signed, the decision cannot be changed or withdrawn, neither by you nor by us.</p>
  <dl class="sheet">
    <div><dt>Decision</dt><dd><strong data-slot="decision"></strong><br><span data-slot="meaning"></span></dd></div>
    <div><dt>Comment</dt><dd class="verbatim" data-slot="comment"></dd></div>
    <div><dt>Document</dt><dd data-slot="file"></dd></div>
    <div><dt>Signed by</dt><dd data-slot="counsel"></dd></div>
    <div><dt>Framework</dt><dd data-slot="framework"></dd></div>
    <div><dt>Snapshot (SHA-256)</dt><dd><code data-slot="hash"></code></dd></div>
    <div><dt>Rules</dt><dd><span data-slot="count"></span><ol id="check-rules"></ol></dd></div>
  </dl>
  <p id="key-asked" class="note" hidden>${signingTexts.asked}</p>
  <p class="actions"><button type="button" id="sign" class="primary">Sign as <span data-slot="counsel"></span></button> <button type="button" id="edit">Back to the form</button></p>
</section>`;
