import { type Html, html } from "#shared/html/html.ts";
import { inline, type LinkTo, plainText } from "./inline.ts";

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

const heading = /^(#{1,4}) (.*)$/;
const item = /^( *)(?:[-*]|\d+\.) (.*)$/;
const numbered = /^ *\d+\. /;
const tableRow = /^\|.*\|\s*$/;
const fence = /^ *```/;

/** A heading's id, as the forge that shows the sources computes it. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** A name as it appears in an address: `DeadLetters-<job>` becomes `DeadLetters-job`. */
export const placeOf = (name: string): string => name.replace(/[^\w.-]/g, "");

/** The cells of a row. An escaped bar does not separate cells. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Names in the first cell: `Errors-jobs`, `ReadThrottleEvents`. */
const namesIn = (cell: string): string[] =>
  cell.startsWith("`") ? [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name) : [];

/** Removes everything between `<!--` and `-->`. */
const withoutComments = (text: string): string =>
  text
    .split("<!--")
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf("-->") + "-->".length)))
    .join("");

/** Reads the Markdown of the docs: headings, paragraphs, lists, tables, code. */
class Reader {
  readonly #lines: readonly string[];
  readonly #to: LinkTo;
  #at = 0;
  readonly headings: Heading[] = [];
  readonly rows: NamedRow[] = [];

  constructor(text: string, to: LinkTo) {
    this.#lines = withoutComments(text).split("\n");
    this.#to = to;
  }

  blocks(): Html {
    const parts: Html[] = [];
    while (this.#at < this.#lines.length) {
      const line = this.#line();
      if (line.trim() === "") this.#at += 1;
      else parts.push(this.#block(line));
    }
    return html`${parts}`;
  }

  #line(): string {
    return this.#lines[this.#at] ?? "";
  }

  #block(line: string): Html {
    if (fence.test(line)) return this.#code();
    if (heading.test(line)) return this.#heading(line);
    if (tableRow.test(line)) return this.#table();
    if (item.test(line)) return this.#list(item.exec(line)?.[1]?.length ?? 0);
    return html`<p>${inline(this.#takeText(), this.#to)}</p>\n`;
  }

  #code(): Html {
    const text: string[] = [];
    const indent = this.#line().search(/\S/);
    this.#at += 1;
    while (this.#at < this.#lines.length && !fence.test(this.#line())) {
      text.push(this.#line().slice(indent));
      this.#at += 1;
    }
    this.#at += 1;
    return html`<pre tabindex="0"><code>${text.join("\n")}</code></pre>\n`;
  }

  #heading(line: string): Html {
    const [, marks = "", text = ""] = heading.exec(line) ?? [];
    this.#at += 1;
    const own = idOf(plainText(text));
    const before = this.headings.filter(({ id }) => id.replace(/-\d+$/, "") === own).length;
    const id = before === 0 ? own : `${own}-${before}`;
    this.headings.push({ level: marks.length, text: plainText(text), id });
    const words = inline(text, this.#to);
    if (marks.length === 1) return html`<h1>${words}</h1>\n`;
    if (marks.length === 2) return html`<h2 id="${id}">${words}</h2>\n`;
    return html`<h3 id="${id}">${words}</h3>\n`;
  }

  #table(): Html {
    const head = cellsOf(this.#line());
    this.#at += 2;
    const rows: Html[] = [];
    while (tableRow.test(this.#line())) {
      const [first = "", ...others] = cellsOf(this.#line());
      const names = namesIn(first);
      const text = plainText(others[0] ?? "");
      const under = this.headings.at(-1)?.id ?? "";
      this.rows.push(...names.map((name) => ({ name, text, under })));
      rows.push(
        html`<tr>${this.#firstCell(first, names)}${others.map((cell) => html`<td>${inline(cell, this.#to)}</td>`)}</tr>\n`,
      );
      this.#at += 1;
    }
    return html`<div class="table" tabindex="0"><table><thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell, this.#to)}</th>`)}</tr></thead><tbody>
${rows}</tbody></table></div>\n`;
  }

  /** Makes each name in the cell a place that an address can point to. */
  #firstCell(cell: string, names: readonly string[]): Html {
    const places = names.map((name) => html`<span id="${placeOf(name)}"></span>`);
    return html`<th scope="row">${places}${inline(cell, this.#to)}</th>`;
  }

  #list(indent: number): Html {
    const isOrdered = numbered.test(this.#line());
    const items: Html[] = [];
    for (;;) {
      const [, own = "", text = ""] = item.exec(this.#line()) ?? [];
      if (!item.test(this.#line()) || own.length !== indent) break;
      this.#at += 1;
      const words = inline([text, this.#takeText(indent + 1)].join(" ").trim(), this.#to);
      items.push(html`<li>${words}${this.#within(indent)}</li>\n`);
    }
    return isOrdered ? html`<ol>\n${items}</ol>\n` : html`<ul>\n${items}</ul>\n`;
  }

  /** The contents of an item: lists, code and paragraphs that are indented further. */
  #within(indent: number): Html {
    const parts: Html[] = [];
    for (;;) {
      let next = this.#at;
      while (this.#lines[next] === "") next += 1;
      const line = this.#lines[next] ?? "";
      if (line.search(/\S/) <= indent) break;
      this.#at = next;
      parts.push(this.#block(line));
    }
    return html`${parts}`;
  }

  /** The lines of a paragraph, joined. In an item, only lines with at least its indent count. */
  #takeText(least = 0): string {
    const text: string[] = [];
    for (;;) {
      const line = this.#line();
      const isOther = fence.test(line) || heading.test(line) || tableRow.test(line);
      if (line.trim() === "" || isOther || (item.test(line) && text.length + least > 0)) break;
      if (line.search(/\S/) < least) break;
      text.push(line.trim());
      this.#at += 1;
    }
    return text.join(" ");
  }
}

/** A page of the docs as markup, together with what the console can find in it. */
export function readMarkdown(text: string, to: LinkTo): Page {
  const reader = new Reader(text, to);
  const body = reader.blocks();
  const { headings, rows } = reader;
  return { title: headings[0]?.text ?? "", headings: headings.slice(1), rows, body };
}
