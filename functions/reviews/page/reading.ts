import { maxVerdictCharacters } from "#shared/domain/reviews/limits.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { numberOf } from "#shared/domain/text/text.ts";
import { html } from "#shared/html/html.ts";
import { rich } from "#shared/html/rich.ts";
import type { Catalogue } from "./languages/catalogue.ts";
import { proposing } from "./proposing.ts";

/** The facts of the review: for whom, how many rules, until when, and the hash that pins them. */
export function facts({ review, frame }: Catalogue, host: string) {
  const t = review.facts;
  return html`
<section data-on="review" aria-label="${t.name}" id="facts" hidden>
  <dl class="facts">
    <div><dt>${t.client}</dt><dd>${host}</dd></div>
    <div><dt>${t.framework}</dt><dd data-slot="framework"></dd></div>
    <div><dt>${t.rules}</dt><dd><strong data-slot="count"></strong><br><span class="soft" data-slot="reading"></span></dd></div>
    <div><dt>${t.until}</dt><dd><strong data-slot="days-left"></strong><br><span data-slot="expires"></span><br><span class="soft" data-slot="expires-local"></span></dd></div>
    <div class="of-panel" hidden><dt>${t.panel}</dt><dd data-slot="panel"></dd></div>
    <div class="of-matter" hidden><dt>${t.matter}</dt><dd data-slot="matter"></dd></div>
    <div><dt>${t.counsel}</dt><dd><span data-slot="counsel"></span><br><span data-slot="passed-on"></span></dd></div>
    <div><dt>${t.reference}</dt><dd><code data-slot="reference"></code></dd></div>
    <div><dt>${t.snapshot}</dt><dd><code class="screen" data-slot="hash-short"></code><code class="paper" data-slot="hash"></code> <button type="button" class="small" data-copy="hash">${frame.copy}<span class="vh"> ${t.wholeHash}</span></button><br><span class="soft" id="match" data-slot="match"></span></dd></div>
  </dl>
  <p class="note of-changed-meanwhile" data-slot="changed-meanwhile" hidden></p>
  <p id="may-delegate" class="screen" hidden><button type="button" id="pass-on" class="small">${review.delegate.open}</button> <span class="soft">${review.delegate.hint}</span></p>
</section>
<section data-on="review" id="changed" class="note" aria-labelledby="changed-title" hidden>
  <h2 id="changed-title" data-slot="changed-title"></h2>
  <p>${t.changed}</p>
  <ul></ul>
</section>`;
}

/** The table of contents with counsel's progress, and the rules, one article each. */
export function rules(texts: Catalogue) {
  const { review } = texts;
  const t = review.contents;
  return html`
<div class="columns">
<nav data-on="review" id="contents" aria-labelledby="contents-title" hidden>
  <details open>
    <summary><h2 id="contents-title">${t.heading}</h2></summary>
    <ol></ol>
    <p><a href="#decision">${t.decision}</a></p>
    <p class="hint">${t.hint}</p>
    <p class="hint screen">${t.keys}</p>
  </details>
</nav>
<div class="stream">
<section data-on="review" id="bar" class="bar" aria-label="${t.bar}" hidden>
  <p><strong data-slot="progress"></strong> <span class="soft" data-slot="due"></span></p>
  <p class="actions"><label for="filter" class="vh">${t.filter}</label><select id="filter">${Object.entries(t.filters).map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select>
  <button type="button" id="approve-next" class="primary">${t.next}</button> <button type="button" id="to-check" hidden>${t.toCheck}</button></p>
</section>
<section data-on="review receipt decided lapsed" id="rules" aria-labelledby="rules-title" hidden>
  <h2 id="rules-title"><span class="on-screen">${t.rules}</span><span class="on-receipt">${review.receipt.annex}</span></h2>
  <p id="annex-comment" class="verbatim on-receipt" data-slot="long-comment"></p>
  <dl id="signed-annex" class="sheet on-receipt"></dl>
</section>
<div data-on="review"><p id="none-shown" class="hint" hidden>${t.none}</p></div>`;
}

/** The template that is cloned for each rule. */
export const ruleTemplate = ({ review, options, frame, script }: Catalogue) => html`
<template id="rule-template">
  <article class="rule" tabindex="-1">
    <p class="eyebrow"><span data-slot="number"></span><span data-slot="risk" class="tag"></span><span data-slot="mark" class="tag changed"></span></p>
    <h3 data-slot="title"></h3>
    <p class="soft"><a class="anchor" data-slot="anchor" tabindex="-1"><code data-slot="id"></code></a></p>
    <p data-slot="law"></p>
    <div data-slot="changes" class="changes"></div>
    <h4>${review.rule.description}</h4>
    <p class="text" data-slot="description"></p>
    <h4>${review.rule.verdict}</h4>
    <p class="text" data-slot="verdict"></p>
    <details class="cited"><summary tabindex="-1">${review.rule.citations} <span data-slot="cited"></span></summary><ul data-slot="citations" class="citations"></ul></details>
    <div data-slot="earlier" class="earlier"></div>
    <div data-slot="said" class="said"></div>
    <fieldset class="verdict">
      <legend>${review.rule.own}</legend>
      <div class="choices">${decisions.map((decision) => html`<label><input type="radio" value="${decision}"><span>${options[decision].label}</span></label>`)}</div>
      <div class="remark" hidden><label data-slot="remark-label"></label><textarea rows="3"></textarea><p class="hint">${rich(review.rule.remarkHint, { most: numberOf(maxVerdictCharacters, frame.thousands) })}</p><p class="error" hidden></p></div>
      ${proposing(review.propose, script.fields)}
    </fieldset>
  </article>
</template>`;
