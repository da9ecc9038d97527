import { html } from "#shared/html/html.ts";
import { frameTexts, reviewTexts } from "./texts.ts";

const { facts: t, contents, rule } = reviewTexts;

/** What is under review: for whom, how many rules, until when, and the hash that pins them. */
export const facts = html`
<section data-on="review" aria-label="${t.name}" id="facts" hidden>
  <dl class="facts">
    <div><dt>${t.counsel}</dt><dd data-slot="counsel"></dd></div>
    <div><dt>${t.framework}</dt><dd data-slot="framework"></dd></div>
    <div><dt>${t.rules}</dt><dd data-slot="count"></dd></div>
    <div><dt>${t.until}</dt><dd><span data-slot="expires"></span><br><span class="soft" data-slot="expires-local"></span></dd></div>
    <div><dt>${t.reference}</dt><dd><code data-slot="reference"></code></dd></div>
    <div><dt>${t.snapshot}</dt><dd><code class="screen" data-slot="hash-short"></code><code class="paper" data-slot="hash"></code> <button type="button" class="small" data-copy="hash">${frameTexts.copy}<span class="vh"> ${t.wholeHash}</span></button><br><span class="soft" id="match" data-slot="match"></span></dd></div>
  </dl>
</section>
<section data-on="review" id="changed" class="note" aria-labelledby="changed-title" hidden>
  <h2 id="changed-title" data-slot="changed-title"></h2>
  <p>${t.changed}</p>
  <ul></ul>
</section>`;

/** The table of contents with counsel's progress, and the rules, one article each. */
export const rules = html`
<div class="columns">
<nav data-on="review" id="contents" aria-labelledby="contents-title" hidden>
  <details open>
    <summary><h2 id="contents-title">${contents.heading}</h2> <span class="soft" data-slot="progress"></span></summary>
    <ol></ol>
    <p><a href="#decision">${contents.decision}</a></p>
    <p class="hint">${contents.hint}</p>
  </details>
</nav>
<div class="stream">
<section data-on="review receipt decided" id="rules" aria-labelledby="rules-title" hidden>
  <h2 id="rules-title">${contents.rules}</h2>
</section>`;

/** The template that is cloned for each rule. */
export const ruleTemplate = html`
<template id="rule-template">
  <article class="rule" tabindex="-1">
    <p class="eyebrow"><span data-slot="number"></span><span data-slot="risk" class="tag"></span><span data-slot="mark" class="tag changed"></span></p>
    <h3 data-slot="title"></h3>
    <p class="soft"><a class="anchor" data-slot="anchor"><code data-slot="id"></code></a></p>
    <p data-slot="law"></p>
    <h4>${rule.citations}</h4>
    <ul data-slot="citations" class="citations"></ul>
    <h4>${rule.description}</h4>
    <p class="text" data-slot="description"></p>
    <h4>${rule.verdict}</h4>
    <p class="text" data-slot="verdict"></p>
    <div data-slot="changes" class="changes"></div>
  </article>
</template>`;
