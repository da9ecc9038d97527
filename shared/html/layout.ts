import { createHash } from "node:crypto";
import { type Html, html, trusted } from "./html.ts";

interface PageParts {
  title: string;
  /** A BCP 47 tag. */
  language: string;
  /** The script's texts, as data; a page in one language carries no other. */
  says: object;
  /** The whole style sheet and script of the page, inline: a page loads nothing else. */
  style: string;
  script: string;
  body: Html;
}

/** The tab's icon as a data address, so that no page loads another file. */
export const iconAddress =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='3' fill='%231f3a5f'/%3E" +
  "%3Cpath d='M4 8.5l2.7 2.7L12 5.5' fill='none' stroke='%23fff' stroke-width='1.8'/%3E%3C/svg%3E";

/** The lines that begin the head of every page. */
export const headMeta = html`<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="format-detection" content="telephone=no, email=no, address=no">`;

/** A whole HTML document with its style and script inline, indentation left out. */
export function pageDocument({ title, language, style, script, says, body }: PageParts): string {
  const head = html`<!doctype html>
    <html lang="${language}">
    <head>
    ${headMeta}
    <title>${title}</title>
    <link rel="icon" href="${iconAddress}">`;
  return [
    flat(head),
    `<style>${trusted(style).markup}</style>`,
    `<body>${flat(body)}`,
    `<script type="application/json" id="says">${dataText(says)}</script>`,
    `<script>${trusted(script).markup}</script>`,
    "",
  ].join("\n");
}

/** JSON that cannot end its own tag. */
const dataText = (data: object): string => JSON.stringify(data).replaceAll("<", "\\u003c");

/**
 * Strips from our own markup what a parser does not need: white space between blocks, quotes around
 * plain values, and the end tags that the next tag implies (HTML, "Optional tags").
 */
const flat = ({ markup }: Html): string =>
  markup
    .replace(/\n\s*/g, "\n")
    .replace(/(<[a-z][^<>]*>)/g, (tag) => tag.replace(/="([a-zA-Z0-9_-]+)"(?=[\s>])/g, "=$1"))
    .replace(/\n(?=<\/?(?:p|ul|ol|li|dl|dt|dd|div|section|h[1-6]|form|fieldset|legend)\b)/g, "")
    .replace(/<\/dt>(?=<dd)|<\/dd>(?=<\/div>)|<\/li>(?=<(?:li|\/ul|\/ol)>)/g, "")
    .replace(/<\/p>(?=<\/?(?:p|ul|ol|dl|div|section|h[1-6]|form)\b)/g, "");

const sourceHash = (text: string): string =>
  `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/** What no page of ours may do: submit forms, change its base, be framed, turn text into markup. */
export const forbiddenToPages = [
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
] as const;

/**
 * The content security policy of such a page: its own style and script by their hashes, calls to
 * its own origin, and nothing else; text can never become markup (trusted types).
 */
export const pagePolicy = ({
  style,
  script,
  loadsOwnFiles = false,
}: Pick<PageParts, "style" | "script"> & {
  /** The script imports more files of this origin. */
  loadsOwnFiles?: boolean;
}): string =>
  [
    "default-src 'none'",
    `script-src ${loadsOwnFiles ? "'self' " : ""}${sourceHash(script)}`,
    `style-src ${sourceHash(style)}`,
    "img-src data:",
    "connect-src 'self'",
    ...forbiddenToPages,
  ].join("; ");
