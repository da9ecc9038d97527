import { keyScript, style } from "virtual:counsel-page";
import type { Language } from "#shared/domain/language.ts";
import { html } from "#shared/html/html.ts";
import { pagePolicy } from "#shared/html/layout.ts";
import { rich } from "#shared/html/rich.ts";
import { languageSwitch } from "./language-switch.ts";
import type { Catalogue } from "./languages/catalogue.ts";
import { catalogueOf } from "./languages/catalogues.ts";
import { pageAnswer } from "./page-answer.ts";
import { withoutScript } from "./without-script.ts";

const policy = pagePolicy({ style, script: keyScript });

const body = ({ frame, key: t }: Catalogue, language: Language) => html`
<a class="skip" href="#main">${frame.skip}</a>
<header class="masthead"><p class="brand">${frame.brand}</p><p class="confidential">${frame.confidential}</p>${languageSwitch(frame.language, language)}</header>
<main id="main" tabindex="-1">
  <h1 id="heading" tabindex="-1">${t.landing.heading}</h1>
  <section data-on="landing" data-heading="${t.landing.heading}">
    <p class="lead">${t.landing.lead}</p>
    <ol class="outline">${t.landing.steps.map((step) => html`<li>${rich(step)}</li>`)}</ol>
    <p>${t.landing.other}</p>
    ${withoutScript(frame)}
    <p><button type="button" id="open" class="primary">${t.landing.open}</button></p>
  </section>
  <section data-on="loading" data-heading="${t.loading.heading}" hidden><p>${t.loading.text}</p></section>
  <section data-on="ready" data-heading="${t.ready.heading}" hidden>
    <dl class="sheet">
      <div><dt>${t.ready.name}</dt><dd data-slot="name"></dd></div>
      <div><dt>${t.ready.email}</dt><dd data-slot="email"></dd></div>
      <div><dt>${t.ready.firm}</dt><dd data-slot="firm"></dd></div>
      <div><dt>${t.ready.until}</dt><dd data-slot="expires"></dd></div>
    </dl>
    <p id="several" class="note" hidden>${t.ready.several}</p>
    <p><button type="button" id="make" class="primary">${t.ready.make}</button></p>
    <p class="hint">${t.ready.mistaken}</p>
  </section>
  <section data-on="working" data-heading="${t.working.heading}" hidden><p>${t.working.text}</p></section>
  <section data-on="enrolled" data-heading="${t.enrolled.heading}" hidden>
    <h2>${t.enrolled.words}</h2>
    <p class="words"><code data-slot="words"></code> <button type="button" class="small" data-copy="words">${frame.copy}</button></p>
    <p class="note">${rich(t.enrolled.read)}</p>
    <dl class="sheet">
      <div><dt>${t.enrolled.at}</dt><dd><code data-slot="enrolled-at"></code></dd></div>
      <div><dt>${t.enrolled.kind}</dt><dd data-slot="kind"></dd></div>
    </dl>
    <p>${t.enrolled.next}</p>
    <p>${t.enrolled.lost}</p>
  </section>
  <section data-on="declined" data-heading="${t.declined.heading}" hidden><p>${rich(t.declined.text)}</p><p>${t.declined.hint}</p></section>
  <section data-on="refused" data-heading="${t.refused.heading}" hidden><p>${rich(t.refused.text)}</p></section>
  <section data-on="failed" data-heading="${t.failed.heading}" hidden><p>${rich(t.failed.text)}</p></section>
  <section data-on="declined refused failed exists" hidden><p><button type="button" id="again" class="primary">${t.declined.again}</button></p></section>
  <section data-on="exists" data-heading="${t.exists.heading}" hidden><p>${t.exists.text}</p></section>
  <section data-on="unsupported" data-heading="${t.unsupported.heading}" hidden><p>${t.unsupported.text}</p></section>
  <section data-on="invalid" data-heading="${t.invalid.heading}" hidden><p>${t.invalid.text}</p></section>
  <section data-on="ended" data-heading="${t.ended.heading}" hidden><p>${t.ended.text}</p></section>
  <section data-on="failed refused ended" id="reason" hidden><p class="hint" data-slot="reason"></p></section>
</main>
<footer class="foot"><p>${frame.foot}</p></footer>
<p id="status" class="vh" role="status"></p>`;

/** The invitation's page: the same for every link, rendered without reading any data. */
export async function keyPage(language: Language) {
  const texts = await catalogueOf(language);
  const title = texts.key.title;
  const says = { language, ...texts.shared, because: texts.key.because };
  const content = { title, language, script: keyScript, says, body: body(texts, language) };
  return pageAnswer(content, policy, {
    "permissions-policy": "publickey-credentials-create=(self)",
    vary: "Accept, Accept-Language",
  });
}
