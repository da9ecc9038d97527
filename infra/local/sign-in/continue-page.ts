import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { visibleLine } from "#shared/domain/text/text.ts";
import { type Html, html, trusted } from "#shared/html/html.ts";
import { iconAddress } from "#shared/html/layout.ts";
import {
  type LocalPerson,
  type LocalTenant,
  nobody,
  peopleOf,
  platformAdmin,
  reader,
} from "./people.ts";

/** The domain of the organisation that has a sign-in of its own. */
export const organisationDomain = "bank.example";

const colours = readFileSync(new URL("../../../shared/html/colours.css", import.meta.url), "utf8");

const style = `${colours}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: anywhere }
main { width: min(100% - 2.5rem, 34rem); margin: 4rem auto }
h1, h2 { font-family: var(--serif); font-weight: 400; line-height: 1.25 }
h1 { font-size: 2rem; margin: 0 0 .5rem }
h2 { font-size: 1.1875rem; margin: 2rem 0 .5rem }
p { margin: 0 0 1rem; color: var(--soft) }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: 0 0 .75rem }
.row p { margin: 0 }
input { flex: 1; min-width: 14rem; padding: .625rem; background: var(--panel); border: 1px solid var(--edge); border-radius: 4px; font: inherit; color: inherit }
button { padding: .625rem 1.25rem; background: var(--panel); border: 1px solid var(--edge); border-radius: 4px; font: inherit; color: inherit; cursor: pointer }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
`;

/** The local sign-in's pages run no scripts and load nothing. */
export const localPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "img-src data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

const localPage = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Countersign</title>
<link rel="icon" href="${iconAddress}">
<style>${trusted(style)}</style>
</head>
<body><main>${body}</main></body>
</html>
`.markup;

const button = ({ id, label }: LocalPerson, style = "") =>
  html`<button class="${style}" name="person" value="${id}">${label}</button>`;

/**
 * The page that asks who to continue as; the local run shows it instead of a real sign-in.
 * @param unknown an address whose domain no organisation signs in
 */
export const continuePage = (tenants: readonly LocalTenant[], unknown: string | null): string =>
  localPage(
    "Continue as",
    html`<h1>Continue as</h1>
<p>This is the local run: pick who you want to be. A deployed system asks for a password here.</p>
<form method="post">
<div class="row">${button(platformAdmin, "primary")}${button(reader)}</div>
${tenants.map(
  (tenant) =>
    html`<h2>${tenant.name}</h2><div class="row">${peopleOf(tenant).map((person) => button(person))}</div>`,
)}
${tenants.length === 0 ? html`<p>There is no tenant yet; the platform admin creates one.</p>` : ""}
<h2>Others</h2>
<div class="row">${button(nobody)}</div>
</form>
<form method="post">
<h2>With an organisation’s own sign-in</h2>
<p>${
      unknown === null
        ? html`A deployed system asks for the address first. Here, the organisation of <b>@${organisationDomain}</b> has one.`
        : html`No organisation signs in the people of ${visibleLine(unknown)}.`
    }</p>
<div class="row"><input type="email" name="email" aria-label="E-mail address" placeholder="name@${organisationDomain}" value="${unknown ?? ""}" required>
<button>Continue with the organisation</button></div>
</form>`,
  );

/** The organisation's own page, which asks which of its people is signing in. */
export const organisationPage = (
  name: string,
  employees: readonly { id: string; name: string; claims: { email: string; groups: string[] } }[],
): string =>
  localPage(
    name,
    html`<h1>${name}</h1>
<p>This is the organisation’s own sign-in, in the local run: pick who you are there.</p>
<form method="post">
${employees.map(
  (one) => html`<div class="row"><button name="employee" value="${one.id}">${one.name}</button>
<p>${one.claims.email}, in ${one.claims.groups.join(", ")}</p></div>`,
)}
</form>`,
  );

/** Asks for confirmation before signing out; the form comes from the provider. */
export const signOutPage = (form: string): string =>
  localPage(
    "Sign out",
    html`<h1>Sign out?</h1>
<p>You leave the console in this browser.</p>
${trusted(form)}
<div class="row"><button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button form="op.logoutForm">Stay signed in</button></div>`,
  );
