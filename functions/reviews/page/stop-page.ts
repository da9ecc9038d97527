import { stopScript, style } from "virtual:counsel-page";
import type { Language } from "#shared/domain/language.ts";
import { html } from "#shared/html/html.ts";
import { pagePolicy } from "#shared/html/layout.ts";
import { languageSwitch } from "./language-switch.ts";
import type { Catalogue } from "./languages/catalogue.ts";
import { catalogueOf } from "./languages/catalogues.ts";
import { pageAnswer } from "./page-answer.ts";
import { withoutScript } from "./without-script.ts";

const policy = pagePolicy({ style, script: stopScript });

const body = ({ frame, stop: t }: Catalogue, language: Language) => html`
<a class="skip" href="#main">${frame.skip}</a>
<header class="masthead"><p class="brand">${frame.brand}</p>${languageSwitch(frame.language, language)}</header>
<main id="main" tabindex="-1">
  <h1 id="heading" tabindex="-1">${t.landing.heading}</h1>
  <section data-on="landing" data-heading="${t.landing.heading}">
    <p class="lead">${t.landing.text}</p>
    ${withoutScript(frame)}
    <p><button type="button" id="stop" class="primary">${t.landing.stop}</button></p>
  </section>
  <section data-on="working" data-heading="${t.working.heading}" hidden><p>${t.working.text}</p></section>
  <section data-on="ended" data-heading="${t.ended.heading}" hidden><p>${t.ended.text}</p></section>
  <section data-on="invalid" data-heading="${t.invalid.heading}" hidden><p>${t.invalid.text}</p></section>
  <section data-on="failed" data-heading="${t.failed.heading}" hidden>
    <p>${t.failed.text}</p>
    <p><button type="button" id="again" class="primary">${t.failed.again}</button></p>
  </section>
</main>
<footer class="foot"><p>${frame.foot}</p></footer>
<p id="status" class="vh" role="status"></p>`;

/** The page behind a mail's "do not remind me". It has no form, so no scanner can submit one. */
export async function stopPage(language: Language) {
  const texts = await catalogueOf(language);
  const title = texts.stop.title;
  const says = { language, ...texts.shared };
  const content = { title, language, script: stopScript, says, body: body(texts, language) };
  return pageAnswer(content, policy, { vary: "Accept-Language" });
}
