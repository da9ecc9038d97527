import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { html } from "#shared/html/html.ts";
import { headMeta, iconAddress } from "#shared/html/layout.ts";
import { type Page, placeOf, readMarkdown } from "./markdown.ts";

const folder = fileURLToPath(new URL("../../docs/", import.meta.url));
/** For people who build the system, like docs/contributing: they read the sources. */
const forBuilders = ["CONTRIBUTING"];
const BASE = "/docs";

/** An entry that the console finds in the docs, and its address. */
interface GuideEntry {
  title: string;
  /** The entry's text, in words. */
  text: string;
  to: string;
}

/** The docs as the system serves them, below /docs. */
export interface Guide {
  /** The page's name, as in its address, and the whole page. */
  pages: readonly { name: string; text: string }[];
  /** Every alarm. The first sentence of its text says what it means. */
  alarms: readonly GuideEntry[];
  settings: readonly GuideEntry[];
  sections: readonly GuideEntry[];
}

/** A link in the docs leads to a served page. Links to sources and pictures lead nowhere. */
function linkTo(names: readonly string[], own: string, target: string): string | null {
  if (/^https?:/.test(target)) return target;
  const [, file = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  if (file === "") return `${BASE}/${own}${hash}`;
  const name = file.replace(/\.md$/, "");
  return file.endsWith(".md") && names.includes(name) ? `${BASE}/${name}${hash}` : null;
}

const inWords = (page: Page) =>
  page.headings
    .filter(({ level }) => level === 2)
    .map(({ text, id }) => html`<li><a href="#${id}">${text}</a></li>\n`);

function pageOf(
  name: string,
  page: Page,
  others: readonly (readonly [string, Page])[],
  style: string,
) {
  const sections = inWords(page);
  const markup = html`<!doctype html>
<html lang="en">
<head>
${headMeta}
<title>${page.title} – Countersign</title>
<link rel="icon" href="${iconAddress}">
<link rel="stylesheet" href="${BASE}/${style}">
</head>
<body>
<header><p><a href="/admin/console">Countersign</a> · <a href="${BASE}">API reference</a></p></header>
<main>
${sections.length > 1 ? html`<nav aria-label="On this page"><ul>\n${sections}</ul></nav>\n` : html``}${page.body}</main>
<footer><nav aria-label="All pages"><ul>
${others.map(([other, { title }]) => html`<li><a href="${BASE}/${other}"${other === name ? html` aria-current="page"` : html``}>${title}</a></li>\n`)}</ul></nav></footer>
</body>
</html>
`;
  return { name, text: markup.markup };
}

/** Reads all pages once. @param style name of the served style sheet */
export async function readGuide(style: string): Promise<Guide> {
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -3))
    .filter((name) => !forBuilders.includes(name))
    .sort();
  const pages = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}${name}.md`, "utf8");
      return [name, readMarkdown(text, (target) => linkTo(names, name, target))] as const;
    }),
  );
  const rowsOf = (wanted: string, under?: string): GuideEntry[] =>
    pages
      .filter(([name]) => name === wanted)
      .flatMap(([name, { rows }]) =>
        rows
          .filter((row) => under === undefined || row.under === under)
          .map((row) => ({
            title: row.name,
            text: row.text,
            to: `${BASE}/${name}#${placeOf(row.name)}`,
          })),
      );
  return {
    pages: pages.map(([name, page]) => pageOf(name, page, pages, style)),
    alarms: rowsOf("alarms", "when-an-alarm-fires"),
    settings: rowsOf("settings"),
    sections: pages.flatMap(([name, { title, headings }]) => [
      { title, text: "", to: `${BASE}/${name}` },
      ...headings.map(({ text, id }) => ({
        title: text,
        text: title,
        to: `${BASE}/${name}#${id}`,
      })),
    ]),
  };
}
