/**
 * Handles text from outside: makes it well-formed, cuts it at whole characters, shows its hidden
 * characters. Pure and dependency-free: shared by functions and pages.
 */

/** Longest run of joined characters that `cut` keeps together; an emoji family has 11 units. */
const LONGEST_CHARACTER = 64;

/**
 * Characters without a visible glyph: controls, bidi controls, zero-width characters, fillers, line
 * and paragraph separators, the blank Braille pattern.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/u;

/** The hidden characters of a long text, except line ends and emoji joiners. */
const hiddenInLongText = new RegExp(
  [
    // A line end as Windows and multipart forms write it; a lone tab or newline.
    String.raw`\r\n|[\t\n]`,
    // An emoji in colour presentation; several emoji joined into one.
    String.raw`(?<=\p{Extended_Pictographic})\uFE0F`,
    String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`,
    `(${hidden.source})`,
  ].join("|"),
  "gu",
);

/** C0 controls but tab and newline; a carriage return only as part of a CRLF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for exactly these
const controlInLongText = /[\0-\x08\v\f\x0E-\x1F]|\r(?!\n)/;

/** The text with each lone surrogate replaced by U+FFFD. */
export const wellFormed = (text: string): string => text.toWellFormed();

/**
 * Whether a one-line text (a name, a label) contains control, bidi control or invisible characters.
 */
export const hasHidden = (text: string): boolean => hidden.test(text);

/** Whether a long text contains a control character other than tab and newline. */
export const hasControl = (text: string): boolean => controlInLongText.test(text);

/**
 * The beginning of a text, well-formed, at most `most` UTF-16 units long and never ending inside a
 * character: neither within a surrogate pair nor within a joined emoji. Only a run of combining
 * marks longer than any real character is cut between two code points.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return wellFormed(text);
  const near = text.slice(0, most + LONGEST_CHARACTER);
  const start = new Intl.Segmenter().segment(near).containing(most)?.index ?? 0;
  const end = most - start < LONGEST_CHARACTER ? start : beforePair(text, most);
  return wellFormed(text.slice(0, end));
}

/** `end`, or one less if it would split a surrogate pair. */
const beforePair = (text: string, end: number): number =>
  (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;

/**
 * The text with every hidden character written out, e.g. `⟨U+202E⟩`, so that readers see everything
 * that is there. Tabs, line ends and emoji joiners stay.
 */
export const visible = (text: string): string =>
  wellFormed(text).replace(hiddenInLongText, (match, found?: string) =>
    found === undefined ? match : tag(found),
  );

/** {@link visible} for one line: tabs and line ends are written out too. */
export const visibleLine = (text: string): string =>
  visible(text).replace(/[\t\r\n]/g, (found) => tag(found));

const tag = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
