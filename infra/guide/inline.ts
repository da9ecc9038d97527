import { type Html, html } from "#shared/html/html.ts";

/** Where a page's link leads on this site; null: nowhere, so only its words remain. */
export type LinkTo = (target: string) => string | null;

const literal = /`([^`]+)`/;
const image = /!\[[^[\]]*\]\([^()]*\)/;
const link = /\[([^[\]]+)\]\(([^()[\s]+)\)/;
const bold = /\*\*([^*]+)\*\*/;
const italic = /\*([^*\s][^*]*)\*/;
const lineBreak = /<br>/;
const address = /<(https?:[^<>\s]+)>/;
const escaped = /\\([|*_`[\]<>\\])/;

/** The marks that a line may contain. At the same position, the first in this order wins. */
const kinds: readonly (readonly [RegExp, (found: RegExpExecArray, to: LinkTo) => Html])[] = [
  [escaped, ([, sign = ""]) => html`${sign}`],
  [literal, ([, code = ""]) => html`<code>${code}</code>`],
  [image, () => html``],
  [link, ([, words = "", target = ""], to) => linkOf(inline(words, to), to(target))],
  [address, ([, target = ""], to) => linkOf(html`${target}`, to(target))],
  [bold, ([, words = ""], to) => html`<strong>${inline(words, to)}</strong>`],
  [italic, ([, words = ""], to) => html`<em>${inline(words, to)}</em>`],
  [lineBreak, () => html`<br>`],
];

const linkOf = (words: Html, to: string | null): Html =>
  to === null ? words : html`<a href="${to}">${words}</a>`;

/** A line's text as markup. Anything that is not a mark stays text. */
export function inline(text: string, to: LinkTo): Html {
  const parts: Html[] = [];
  let rest = text;
  while (rest !== "") {
    const [first] = kinds
      .flatMap(([form, make]) => {
        const found = form.exec(rest);
        return found === null ? [] : [{ found, make }];
      })
      .sort((a, b) => a.found.index - b.found.index);
    if (first === undefined) break;
    const { found, make } = first;
    parts.push(html`${rest.slice(0, found.index)}`, make(found, to));
    rest = rest.slice(found.index + found[0].length);
  }
  return html`${parts}${rest}`;
}

/** The words of a line without its marks. */
export const plainText = (text: string): string =>
  text
    .replace(new RegExp(link, "g"), "$1")
    .replace(/[`*]/g, "")
    .replace(/<br>/g, " ")
    .replace(/\\(.)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
