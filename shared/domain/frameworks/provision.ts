import { charactersIn } from "#shared/domain/text/text.ts";

/** How much of a citation is read, and how long the name of a provision may get, in characters. */
const MAX_READ = 300;
const MAX_NAME = 60;

/** An article or annex by its number, as European acts number them. */
const numbered =
  /\b(Article|Art\.|Annex|Recital) ([0-9]{1,4}[a-z]{0,3}|[IVXLC]{1,8})(?![0-9A-Za-z])/;
/** A section, as American codes number them. */
const section = /§{1,2} ?[0-9][^\s(),;]{0,30}/;

interface Found {
  at: number;
  /** The article, annex or section. */
  name: string;
}

function find(label: string): Found | null {
  const article = numbered.exec(label);
  if (article) {
    const [, word = "", number = ""] = article;
    return { at: article.index, name: `${word === "Article" ? "Art." : word} ${number}` };
  }
  const code = section.exec(label);
  return code && { at: code.index, name: code[0] };
}

const cut = (text: string): string =>
  charactersIn(text) > MAX_NAME ? `${[...text].slice(0, MAX_NAME - 1).join("")}…` : text;

/**
 * The article, annex or section that a citation names, as people call it: `Art. 50`, `§ 6-1-1704`; for
 * any other text, the part before its first bracket.
 * @param label from outside: show it with its hidden characters made visible
 */
export function articleOf(label: string): string {
  const read = label.slice(0, MAX_READ);
  return find(read)?.name ?? cut((read.split("(")[0] || read).trim());
}

/** The same with its paragraph and point: `Art. 50(4), first subparagraph`. */
export function provisionOf(label: string): string {
  const read = label.slice(0, MAX_READ);
  const found = find(read);
  return cut(found === null ? read : read.slice(found.at).replace("Article ", "Art. "));
}

/** A rule's first citation is its own provision. */
interface Citing {
  citations: readonly { label: string }[];
}

/** Created at first use: a language's tables add milliseconds to a function's start. */
let order: Intl.Collator | undefined;

/** Articles come before annexes. */
const rank = (article: string): number => (/^Annex /.test(article) ? 1 : 0);

/** In the order of the act: by number, annexes last. */
export function compareArticles(a: string, b: string): number {
  order ??= new Intl.Collator("en", { numeric: true });
  return rank(a) - rank(b) || order.compare(a, b);
}

/** The point of an annex, which counts like an article. */
const point = /^Annex [IVXLC]{1,8}, point ([0-9]{1,3})/;

/**
 * The articles that some rules belong to, each once, in the order of the act. The point of an annex is
 * named, too, if all these rules in the annex belong to one point.
 */
export function articlesOf(rules: readonly Citing[]): string[] {
  const labels = rules.flatMap(({ citations: [own] }) => (own ? [own.label] : []));
  const points = Map.groupBy(labels, articleOf);
  return [...points.keys()].sort(compareArticles).map((article) => {
    const named = new Set(points.get(article)?.map((one) => point.exec(provisionOf(one))?.[1]));
    const [only] = named;
    return named.size === 1 && only !== undefined ? `${article} point ${only}` : article;
  });
}
