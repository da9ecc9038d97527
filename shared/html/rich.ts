import { type Html, html } from "./html.ts";

/** A text with `**bold**` parts as markup; everything else in it is escaped. */
export const rich = (text: string): Html =>
  html`${text.split("**").map((part, i) => (i % 2 === 1 ? html`<strong>${part}</strong>` : part))}`;
