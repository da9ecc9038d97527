import { files } from "virtual:docs";
import { html } from "#shared/html/html.ts";
import { iconAddress } from "#shared/html/layout.ts";

/** Allows only the page's own files and the OpenAPI document; nothing inline or external. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const named = (stem: string): string =>
  `/docs/${files.find(({ name }) => name.startsWith(`${stem}-`))?.name ?? stem}`;

/** The API reference's page, into which the renderer loads this deployment's OpenAPI document. */
export function docsPage() {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Countersign: the API</title>
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="${named("style")}">
<script src="${named("renderer")}" defer></script>
<script src="${named("start")}" defer></script>
</head>
<body>
<main id="reference"></main>
<noscript><p>The reference needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
</body>
</html>
`;
  return {
    status: 200,
    text: page.markup,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "public, max-age=300",
      "referrer-policy": "no-referrer",
    },
  } as const;
}
