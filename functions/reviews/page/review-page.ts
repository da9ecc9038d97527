import { script, style } from "virtual:counsel-page";
import { html } from "#shared/html/html.ts";
import { pageDocument, pagePolicy } from "#shared/html/layout.ts";
import { checking, deciding } from "./deciding.ts";
import { landing } from "./landing.ts";
import { facts, rules, ruleTemplate } from "./reading.ts";
import { receipt } from "./receipt.ts";
import { states } from "./states.ts";
import { frameTexts as frame, reviewTexts as t } from "./texts.ts";

const policy = pagePolicy({ style, script });

const body = (host: string) => html`
<a class="skip" href="#main">${frame.skip}</a>
<header class="masthead"><p class="brand">${frame.brand}</p><p class="confidential">${frame.confidential}</p></header>
<main id="main" tabindex="-1">
  <ol id="trail" class="trail" aria-label="${t.steps.name}" hidden>${t.steps.names.map((name) => html`<li>${name}</li>`)}</ol>
  <h1 id="heading" tabindex="-1">${t.landing.heading}</h1>
  ${landing(host)}${states}${checking}${receipt}${facts}${rules}${deciding}
</main>
<footer class="foot"><p>${frame.foot}</p></footer>
<p id="status" class="vh" role="status"></p>
${ruleTemplate}`;

/**
 * The page of a review link: the same for a valid link and an invalid one, rendered without reading
 * any data. After the button is pressed, it shows the JSON from the same address.
 * @param host named on the page as the one who asks
 */
export const reviewPage = (host: string) =>
  ({
    status: 200,
    text: pageDocument({ title: t.title, style, script, body: body(host) }),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "publickey-credentials-get=(self)",
      vary: "Accept",
    },
  }) as const;
