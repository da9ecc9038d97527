/** Markup that may go into a page as it is: made by {@link html}, or vouched for by {@link trusted}. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may appear between tags or in a quoted attribute. */
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c);

function render(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
  return part.map(render).join("");
}

/** Template tag: everything put in is escaped, unless it is itself {@link Html}. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(literals.map((literal, i) => literal + render(parts[i] ?? "")).join(""));

/** Takes text of our own build (style, script) as markup; never anything that came from outside. */
export const trusted = (markup: string): Html => new Html(markup);
