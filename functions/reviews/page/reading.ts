import { html } from "#shared/html/html.ts";

/** What is under review: for whom, how much, until when, and the hash that pins it. */
export const facts = html`
<section data-on="review" aria-label="About this review" id="facts" hidden>
  <dl class="facts">
    <div><dt>Counsel</dt><dd data-slot="counsel"></dd></div>
    <div><dt>Framework</dt><dd data-slot="framework"></dd></div>
    <div><dt>Rules</dt><dd data-slot="count"></dd></div>
    <div><dt>Open until</dt><dd><span data-slot="expires"></span><br><span class="soft" data-slot="expires-local"></span></dd></div>
    <div><dt>Reference</dt><dd><code data-slot="reference"></code></dd></div>
    <div><dt>Snapshot (SHA-256)</dt><dd><code class="screen" data-slot="hash-short"></code><code class="paper" data-slot="hash"></code> <button type="button" class="small" data-copy="hash">Copy<span class="vh"> the whole hash</span></button><br><span class="soft" id="match" data-slot="match"></span></dd></div>
  </dl>
</section>
<section data-on="review" id="changed" class="note" aria-labelledby="changed-title" hidden>
  <h2 id="changed-title" data-slot="changed-title"></h2>
  <p>The differences stand under each of these rules; all others are new or as they were approved.</p>
  <ul></ul>
</section>`;

/** Contents, with how far counsel has come; and the rules, one article each. */
export const rules = html`
<div class="columns">
<nav data-on="review" id="contents" aria-labelledby="contents-title" hidden>
  <details open>
    <summary><h2 id="contents-title">Contents</h2> <span class="soft" data-slot="progress"></span></summary>
    <ol></ol>
    <p><a href="#decision">Your decision</a></p>
    <p class="hint">The count helps you keep your place. It is not recorded.</p>
  </details>
</nav>
<div class="stream">
<section data-on="review receipt decided" id="rules" aria-labelledby="rules-title" hidden>
  <h2 id="rules-title">The rules</h2>
</section>`;

/** One rule, cloned for each. */
export const ruleTemplate = html`
<template id="rule-template">
  <article class="rule" tabindex="-1">
    <p class="eyebrow"><span data-slot="number"></span><span data-slot="risk" class="tag"></span><span data-slot="mark" class="tag changed"></span></p>
    <h3 data-slot="title"></h3>
    <p class="soft"><a class="anchor" data-slot="anchor"><code data-slot="id"></code></a></p>
    <p data-slot="law"></p>
    <h4>Citations</h4>
    <ul data-slot="citations" class="citations"></ul>
    <h4>Description, as the customer sees it</h4>
    <p class="text" data-slot="description"></p>
    <h4>Suggested verdict</h4>
    <p class="text" data-slot="verdict"></p>
    <div data-slot="changes" class="changes"></div>
  </article>
</template>`;
