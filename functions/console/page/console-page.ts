import { ahead, preload, screens, script, start, style } from "virtual:console";
import { html, trusted } from "#shared/html/html.ts";
import { iconAddress } from "#shared/html/layout.ts";
import type { SignInConfig } from "#shared/use-cases/console/sign-in-config.ts";
import { packedText } from "./console-file.ts";

const FOLDER = "/admin/console/assets";

/** What no page of ours uses, switched off for whatever might get in. */
const nothingOfTheDevice = [
  "camera",
  "geolocation",
  "microphone",
  "payment",
  "usb",
  "display-capture",
  "publickey-credentials-get",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** Own files and the script at the page's head, calls to the API and to where people sign in; text can never become markup. */
const policy = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' '${start.hash}'`,
    "style-src 'self'",
    "img-src data:",
    ["connect-src 'self'", ...origins].join(" "),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

/**
 * The way back from the sign-in provider leads to this very page, so a browser that can fetches it
 * while the provider is asked; a page that is fetched so has nothing more to fetch.
 */
const fetchedAhead = (purpose = "") => ({
  "no-vary-search": "params",
  ...(purpose.includes("prefetch") ? {} : { "speculation-rules": `"${FOLDER}/${ahead}"` }),
});

/** The console's page: the same for every address below /admin/console and for everybody. */
export function consolePage(
  config: SignInConfig,
  origins: readonly string[],
  asked: Readonly<Record<string, string | undefined>>,
) {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, email=no, address=no">
<meta name="countersign-sign-in" content="${JSON.stringify(config)}">
<meta name="countersign-files" content="${JSON.stringify({ script, shared: preload, screens })}">
<title>Countersign</title>
<script>${trusted(start.text)}</script>
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="${FOLDER}/${style}">
${origins.map((origin) => html`<link rel="preconnect" href="${origin}" crossorigin>\n`)}</head>
<body>
<div id="app"></div>
<noscript><p>The console needs JavaScript. Everything it does can also be done through the API: see /openapi.json.</p></noscript>
</body>
</html>
`;
  const { bytes, headers } = packedText(page.markup, asked["accept-encoding"]);
  return {
    status: 200,
    bytes,
    headers: {
      ...headers,
      ...fetchedAhead(asked["sec-purpose"]),
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy(origins),
      "permissions-policy": nothingOfTheDevice,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    },
  } as const;
}
