import { html } from "#shared/html/html.ts";
import type { KeptMail } from "./aws/ses/outbox.ts";

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:720px;margin:0 auto;padding:16px}:root{color-scheme:light dark}" +
  "article{border:1px solid #8884;border-radius:8px;margin:0 0 24px;padding:16px}" +
  "dl{display:grid;grid-template-columns:max-content 1fr;gap:0 12px;margin:0 0 12px}dd{margin:0;overflow-wrap:anywhere}" +
  "iframe{width:100%;height:480px;border:1px solid #8884;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere}";

/** What the page may do: show mails in frames without scripts. Their links open in a new tab. */
export const outboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The local outbox, newest mail first, each as its reader sees it. */
export const outboxPage = (mails: readonly KeptMail[], next: string | null): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Countersign</title><style>${style}</style></head>
<body><main><h1>Outbox</h1><p>Mails of this local run. None has left this machine.</p>
${mails.length === 0 ? html`<p>No mail was sent yet.</p>` : ""}
${mails.map(
  ({ to, from, subject, sent_at, text, html: body }) => html`<article><h2>${subject}</h2>
<dl><dt>To</dt><dd>${to.join(", ")}</dd><dt>From</dt><dd>${from}</dd><dt>Sent</dt><dd>${sent_at}</dd></dl>
<iframe title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${body.replace("<head>", '<head><base target="_blank">')}"></iframe>
<details><summary>As text</summary><pre>${text}</pre></details></article>`,
)}
${next === null ? "" : html`<p><a href="/_local/outbox?cursor=${encodeURIComponent(next)}">Older mails</a></p>`}</main></body></html>`
    .markup;
