/*
 * Everything that comes from outside is shown as text: no control of the terminal, no command of the
 * CI, no mark-up.
 */

const LONGEST = 500;

/** Control, bidi control and invisible characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line of plain text; hidden characters as visible tags, GitHub's older commands broken up. */
export function plain(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return cut
    .replace(HIDDEN, (one) => `<U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()}>`)
    .replaceAll("##[", "# #[");
}

/** For the message of a GitHub workflow command. */
export const inCommand = (text: string): string => plain(text).replaceAll("%", "%25");

/** For Markdown: every character that could be mark-up, as an entity. */
export const inMarkdown = (text: string): string =>
  plain(text).replace(/[^\p{L}\p{N} .,;]/gu, (one) => `&#${one.codePointAt(0)};`);
