import { type Html, html } from "./html.ts";

/**
 * A text with `**bold**` parts as markup; everything else in it is escaped.
 * @param values substituted for `{name}`
 */
export const rich = (text: string, values: Readonly<Record<string, string>> = {}): Html =>
  html`${text
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
    .split("**")
    .map((part, i) => (i % 2 === 1 ? html`<strong>${part}</strong>` : part))}`;
