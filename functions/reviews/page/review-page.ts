import { script, style } from "virtual:counsel-page";
import type { Language } from "#shared/domain/language.ts";
import { html } from "#shared/html/html.ts";
import { pagePolicy } from "#shared/html/layout.ts";
import { asking } from "./asking.ts";
import { checking, deciding } from "./deciding.ts";
import { landing } from "./landing.ts";
import { languageSwitch } from "./language-switch.ts";
import type { Catalogue } from "./languages/catalogue.ts";
import { catalogueOf } from "./languages/catalogues.ts";
import { pageAnswer } from "./page-answer.ts";
import { passingOn } from "./passing-on.ts";
import { facts, rules, ruleTemplate } from "./reading.ts";
import { receipt } from "./receipt.ts";
import { reviewSays } from "./review-says.ts";
import { states } from "./states.ts";

interface Requester {
  /** Shown on the page as the requester. */
  host: string;
  /** The address at which the public log proves an entry; the entry's hash is appended to it. */
  proofs: string;
}

const policy = pagePolicy({ style, script });

const body = (texts: Catalogue, host: string, language: Language) => html`
<a class="skip" href="#main">${texts.frame.skip}</a>
<header class="masthead"><p class="brand">${texts.frame.brand}</p><p class="confidential">${texts.frame.confidential}</p>${languageSwitch(texts.frame.language, language)}</header>
<main id="main" tabindex="-1">
  <ol id="trail" class="trail" aria-label="${texts.review.steps.name}" hidden>${texts.review.steps.names.map((name) => html`<li>${name}</li>`)}</ol>
  <h1 id="heading" tabindex="-1">${texts.review.landing.heading}</h1>
  ${landing(texts, host)}${states(texts)}${checking(texts)}${receipt(texts)}${facts(texts, host)}${passingOn(texts)}${rules(texts)}${asking(texts)}${deciding(texts)}
</main>
<footer class="foot"><p>${texts.frame.foot}</p></footer>
<p id="status" class="vh" role="status"></p>
${ruleTemplate(texts)}`;

/**
 * The page of a review link. It is the same for a valid link and an invalid one, and is rendered
 * without reading any data. After the button is pressed, it shows the JSON from the same address.
 */
export async function reviewPage({ host, proofs }: Requester, language: Language) {
  const texts = await catalogueOf(language);
  const content = {
    title: texts.review.title,
    language,
    script,
    says: reviewSays(language, texts, proofs),
    body: body(texts, host, language),
  };
  return pageAnswer(content, policy, {
    "permissions-policy": "publickey-credentials-get=(self)",
    vary: "Accept, Accept-Language",
  });
}
