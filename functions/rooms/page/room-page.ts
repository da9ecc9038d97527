import { gzipSync } from "node:zlib";
import { script, style, verifier } from "virtual:room-page";
import { html } from "#shared/html/html.ts";
import { pageDocument, pagePolicy } from "#shared/html/layout.ts";
import { takesGzip } from "#shared/routes/contract/route.ts";

const policy = pagePolicy({ style, script, loadsOwnFiles: true });

const body = html`
<a class="skip" href="#main">Skip to the content</a>
<div id="room"></div>
<noscript><main><h1>A room of evidence</h1><p>This page needs JavaScript: what it shows is checked in your browser. Programs get the same as JSON below this address; see /openapi.json.</p></main></noscript>`;

/** Made once per instance, because they depend on nothing. */
let text: string | undefined;
let gzipped: Buffer | undefined;

/**
 * The page of a room. It is the same for every token, valid or not, and is rendered without reading
 * anything. After "Enter", its script fetches what it shows as JSON from below its address.
 * @param acceptEncoding the request's header
 */
export function roomPage(acceptEncoding = "") {
  text ??= pageDocument({
    title: "Room",
    language: "en",
    style,
    script,
    says: { verifier: `/evidence/verify-bundle.mjs?sha256=${verifier}` },
    body,
  });
  const isGzipped = takesGzip(acceptEncoding);
  return {
    status: 200,
    bytes: isGzipped ? compressed(text) : Buffer.from(text),
    headers: {
      "content-type": "text/html; charset=utf-8",
      ...(isGzipped ? { "content-encoding": "gzip" } : {}),
      vary: "Accept-Encoding",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy":
        "camera=(), geolocation=(), microphone=(), publickey-credentials-get=()",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  } as const;
}

function compressed(page: string): Buffer {
  gzipped ??= gzipSync(page, { level: 9 });
  return gzipped;
}
