import { preload, screens, script, start, style } from "virtual:console";
import { html, trusted } from "#shared/html/html.ts";
import { forbiddenToPages, headMeta, iconAddress } from "#shared/html/layout.ts";
import type { SignInConfig } from "#shared/use-cases/console/get-console-config.ts";
import { compressedText } from "./compressed-text.ts";

const FOLDER = "/admin/console/assets";

/** Device features that the console does not use, disabled in case a script is injected. */
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

/** Allows the console's own files, the head script, calls to the API, and the sign-in provider. */
const policy = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' '${start.hash}'`,
    "style-src 'self'",
    "img-src data:",
    ["connect-src 'self'", ...origins].join(" "),
    ...forbiddenToPages,
  ].join("; ");

/** The console's page: the same for everybody and for every address below /admin/console. */
export function consolePage(
  config: SignInConfig,
  origins: readonly string[],
  asked: Readonly<Record<string, string | undefined>>,
) {
  const page = html`<!doctype html>
<html lang="en">
<head>
${headMeta}
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
  const { bytes, headers } = compressedText(page.markup, asked["accept-encoding"]);
  return {
    status: 200,
    bytes,
    headers: {
      ...headers,
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
