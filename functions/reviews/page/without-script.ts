import { type Html, html } from "#shared/html/html.ts";
import { rich } from "#shared/html/rich.ts";
import type { Catalogue } from "./languages/catalogue.ts";

/** Stands above the button that does nothing without JavaScript. */
export const withoutScript = ({ noScript }: Catalogue["frame"]): Html =>
  html`<noscript><p class="note">${rich(noScript)}</p></noscript>`;
