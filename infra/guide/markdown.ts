import { Marked, type Token, type Tokens } from "marked";
import { type Html, html, trusted } from "#shared/html/html.ts";

/** Where a page's link leads on this site; null: nowhere, so only its words remain. */
export type LinkTo = (target: string) => string | null;

/** A heading of a page, as an address refers to it. */
interface Heading {
  level: number;
  text: string;
  id: string;
}

/** A table row whose first cell begins with code: its name, and its text. */
interface NamedRow {
  name: string;
  text: string;
  /** The id of the heading above it. */
  under: string;
}

export interface Page {
  title: string;
  headings: readonly Heading[];
  rows: readonly NamedRow[];
  body: Html;
}

/** A heading's id, as the forge that shows the sources computes it. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** A name as it appears in an address: `DeadLetters-<job>` becomes `DeadLetters-job`. */
export const placeOf = (name: string): string => name.replace(/[^\w.-]/g, "");

/** The words of a text without its marks. */
const wordsIn = (tokens: readonly Token[] = []): string =>
  tokens
    .map((one) => {
      if (one.type === "image") return "";
      if (one.type === "br" || one.type === "html") return " ";
      return "tokens" in one && one.tokens ? wordsIn(one.tokens) : "text" in one ? one.text : "";
    })
    .join("")
    .replace(/\s+/g, " ")
    .trim();

/** Names in the first cell: `Errors-jobs`, `ReadThrottleEvents`. */
const namesIn = ({ tokens }: Tokens.TableCell): string[] =>
  tokens[0]?.type === "codespan"
    ? tokens.flatMap((one) => (one.type === "codespan" ? [one.text] : []))
    : [];

/** A page of the docs as markup, together with what the console can find in it. */
export function readMarkdown(text: string, to: LinkTo): Page {
  const headings: Heading[] = [];
  const rows: NamedRow[] = [];
  const reader = new Marked({
    renderer: {
      html: ({ text: raw }) =>
        raw === "<br>" ? raw : /^<!--/.test(raw) ? "" : html`${raw}`.markup,
      text(token) {
        const parts = "tokens" in token ? token.tokens : undefined;
        return parts ? this.parser.parseInline(parts) : html`${token.text}`.markup;
      },
      image: () => "",
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = to(href);
        return target === null ? words : html`<a href="${target}">${trusted(words)}</a>`.markup;
      },
      heading({ depth, tokens }) {
        const own = idOf(wordsIn(tokens));
        const before = headings.filter(({ id }) => id.replace(/-\d+$/, "") === own).length;
        const id = before === 0 ? own : `${own}-${before}`;
        headings.push({ level: depth, text: wordsIn(tokens), id });
        const words = this.parser.parseInline(tokens);
        const tag = `h${Math.min(depth, 3)}`;
        return `<${tag}${depth === 1 ? "" : ` id="${id}"`}>${words}</${tag}>\n`;
      },
      table({ header, rows: lines }) {
        const cell = (one: Tokens.TableCell) => trusted(this.parser.parseInline(one.tokens));
        const body = lines.map(([first, ...others]) => {
          const names = first === undefined ? [] : namesIn(first);
          const under = headings.at(-1)?.id ?? "";
          rows.push(...names.map((name) => ({ name, text: wordsIn(others[0]?.tokens), under })));
          const places = names.map((name) => html`<span id="${placeOf(name)}"></span>`);
          return html`<tr><th scope="row">${places}${first ? cell(first) : ""}</th>${others.map((one) => html`<td>${cell(one)}</td>`)}</tr>\n`;
        });
        return html`<div class="table" tabindex="0"><table><thead><tr>${header.map((one) => html`<th scope="col">${cell(one)}</th>`)}</tr></thead><tbody>\n${body}</tbody></table></div>\n`
          .markup;
      },
      code: ({ text: lines }) => html`<pre tabindex="0"><code>${lines}</code></pre>\n`.markup,
    },
  });
  const body = trusted(reader.parse(text, { async: false }));
  return { title: headings[0]?.text ?? "", headings: headings.slice(1), rows, body };
}
