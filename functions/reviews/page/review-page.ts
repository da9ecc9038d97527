import { script, style } from "virtual:counsel-page";
import { html } from "#shared/html/html.ts";
import { pageDocument, pagePolicy } from "#shared/html/layout.ts";
import { checking, deciding } from "./deciding.ts";
import { landing } from "./landing.ts";
import { facts, rules, ruleTemplate } from "./reading.ts";
import { receipt } from "./receipt.ts";
import { states } from "./states.ts";

const policy = pagePolicy({ style, script });

const body = (host: string) => html`
<a class="skip" href="#main">Skip to the content</a>
<header class="masthead"><p class="brand">Countersign</p><p class="confidential">Confidential</p></header>
<main id="main" tabindex="-1">
  <ol id="trail" class="trail" aria-label="Steps" hidden><li>Read and decide</li><li>Check</li><li>Receipt</li></ol>
  <h1 id="heading" tabindex="-1">You are asked to review a set of rules</h1>
  ${landing(host)}${states}${checking}${receipt}${facts}${rules}${deciding}
</main>
<footer class="foot"><p>Countersign · Review of compliance rules by outside counsel</p></footer>
<p id="status" class="vh" role="status"></p>
${ruleTemplate}`;

/**
 * The page of a review link: the same for a good link and a bad one, made without reading anything.
 * What it shows comes from the JSON of the same address, after the button.
 * @param host says who asks
 */
export const reviewPage = (host: string) =>
  ({
    status: 200,
    text: pageDocument({ title: "Rule review", style, script, body: body(host) }),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "publickey-credentials-get=(self)",
      vary: "Accept",
    },
  }) as const;
