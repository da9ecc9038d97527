/*
 * Everything that comes from outside is shown as text: it cannot control the terminal, give commands to
 * the CI, or become mark-up.
 */

const LONGEST = 500;

/** Control, bidi control and invisible characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line of plain text. Shows hidden characters as tags and breaks up GitHub's older commands. */
export function plain(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return cut
    .replace(HIDDEN, (one) => `<U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()}>`)
    .replaceAll("##[", "# #[");
}

/** Escapes text for the message of a GitHub workflow command. */
export const inCommand = (text: string): string => plain(text).replaceAll("%", "%25");

/** Escapes text for Markdown: every character that could be mark-up becomes an entity. */
export const inMarkdown = (text: string): string =>
  plain(text).replace(/[^\p{L}\p{N} .,;]/gu, (one) => `&#${one.codePointAt(0)};`);
