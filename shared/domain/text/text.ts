/**
 * Handles text from outside: makes it well-formed, cuts it at whole characters, and shows its hidden
 * characters. Pure and dependency-free, because functions and pages share it.
 */

/** Longest run of joined characters that `cut` keeps together; an emoji family has 11 units. */
const LONGEST_CHARACTER = 64;

/**
 * Controls, bidi controls, zero-width, fillers, separators of lines, blank Braille pattern. Made when it
 * is first used, like the next: the engine then collects the characters of all these classes.
 */
const hidden = () =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/u;

let inLongText: RegExp | undefined;

/** The hidden characters of a long text, except line ends and emoji joiners. */
function hiddenInLongText(): RegExp {
  inLongText ??= new RegExp(
    [
      // A line end as Windows and multipart forms write it, or a lone tab or newline.
      String.raw`\r\n|[\t\n]`,
      // An emoji in colour presentation; several emoji joined into one.
      String.raw`(?<=\p{Extended_Pictographic})\uFE0F`,
      String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`,
      `(${hidden().source})`,
    ].join("|"),
    "gu",
  );
  return inLongText;
}

/** C0 controls except tab and newline; a carriage return is allowed only in a CRLF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for exactly these
const controlInLongText = /[\0-\x08\v\f\x0E-\x1F]|\r(?!\n)/;

/** The text with each lone surrogate replaced by U+FFFD. */
export const wellFormed = (text: string): string => text.toWellFormed();

/** Whether a one-line text (a name, a label) has control, bidi or invisible characters. */
export const hasHidden = (text: string): boolean => hidden().test(text);

/** Whether a long text contains a control character other than tab and newline. */
export const hasControl = (text: string): boolean => controlInLongText.test(text);

/** The text as a text field gives it back: each line ends with one newline. */
export const asInField = (text: string): string => text.replaceAll("\r\n", "\n");

/** How many characters a text has: code points, as validation counts them, so an emoji is one. */
export function charactersIn(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}

/**
 * The beginning of a text, well-formed and at most `most` UTF-16 units long. It never ends inside a
 * character: neither within a surrogate pair nor within a joined emoji. Only a run of combining marks
 * that is longer than any real character is cut between two code points.
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
 * The text with every hidden character written out, e.g. `⟨U+202E⟩`, so that readers see everything in
 * it. Tabs, line ends and emoji joiners stay.
 */
export const visible = (text: string): string =>
  wellFormed(text).replace(hiddenInLongText(), (match, found?: string) =>
    found === undefined ? match : tag(found),
  );

/** {@link visible} for one line: tabs and line ends are written out too. */
export const visibleLine = (text: string): string =>
  visible(text).replace(/[\t\r\n]/g, (found) => tag(found));

const tag = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/*
 * JSON from outside: how deep it may nest, how much it may contain, and a walk over it whose cost is
 * proportional to its bytes, whatever its shape. Pure and dependency-free, because functions, pages and
 * the verifier share it.
 */

/** The most levels of objects and arrays in JSON from outside (contract, "Conventions"). */
export const MAX_LEVELS = 64;

type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

interface Bounded {
  /** The most values, as {@link passedBound} counts them; without limit if left out. */
  values?: number;
  reviver?: Reviver;
}

/**
 * Parses JSON text from outside. Text that nests deeper than {@link MAX_LEVELS} or contains too many
 * values is refused before anything is built from it, so that later code may walk it recursively.
 * @throws SyntaxError for text that is not JSON or passes a bound
 */
export function parseBounded(text: string, { values, reviver }: Bounded = {}): unknown {
  if (passedBound(text, values) !== null)
    throw new SyntaxError("Nests too deeply or holds too much.");
  return JSON.parse(text, reviver);
}

/**
 * The bound that a JSON text passes, if any: how deep objects and arrays nest, or how many values it
 * contains (objects, arrays, texts, numbers, literals, and the names of members, since each costs
 * work). It passes over the text once and stops at the bound. The content of strings does not count.
 */
export function passedBound(
  text: string,
  values = Number.POSITIVE_INFINITY,
): "levels" | "values" | null {
  let depth = 0;
  let held = 0;
  let inString = false;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
      continue;
    }
    const wasInWord = inWord;
    inWord = isOfWord(code);
    inString = code === QUOTE;
    const opens = code === OPEN_BRACE || code === OPEN_BRACKET;
    if (opens) depth += 1;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
    if (opens || inString || (inWord && !wasInWord)) held += 1;
    if (depth > MAX_LEVELS) return "levels";
    if (held > values) return "values";
  }
  return null;
}

/** Part of a number or a literal: digits, letters, signs and the point. */
const isOfWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x45 ||
  code === 0x2b ||
  code === 0x2d ||
  code === 0x2e;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** The position of a value: its name or index, and the place of its container; null at the root. */
export type Place = { readonly name: string; readonly within: Place } | null;

/** The names from the root to a place. Its cost is the depth, so use it for reported places. */
export function pathTo(place: Place): string[] {
  const names: string[] = [];
  for (let at = place; at !== null; at = at.within) names.push(at.name);
  return names.reverse();
}

/**
 * Visits every text of a parsed JSON value, including names of members, without recursion and without
 * copying paths.
 * @param visit returns false to end the walk; the place of a name is that of its member
 */
export function eachText(root: unknown, visit: (text: string, place: Place) => boolean): void {
  const open: { value: unknown; place: Place }[] = [{ value: root, place: null }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, place } = next;
    if (typeof value === "string" && !visit(value, place)) return;
    if (typeof value !== "object" || value === null) continue;
    for (const name of Object.keys(value)) {
      const inside = { name, within: place };
      if (!Array.isArray(value) && !visit(name, inside)) return;
      const member = (value as Readonly<Record<string, unknown>>)[name];
      const isLeaf = typeof member !== "string" && (typeof member !== "object" || member === null);
      if (!isLeaf) open.push({ value: member, place: inside });
    }
  }
}

/**
 * The text without any `character` at its end. This is a loop, because `/x+$/` takes quadratic time on
 * a long run of the character in the middle of the text.
 */
export function withoutTrailing(character: string, text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/**
 * A whole number in English form: `5,000`. It avoids `toLocaleString`, whose language tables add 11 ms
 * to a function's start. At most 21 digits: without a bound, the expression takes quadratic time.
 */
export const numberOf = (whole: number | bigint, separator = ","): string =>
  String(whole).replace(/\B(?=(?:\d{3}){1,6}$)/g, separator);

/** A number of things in English: `1 rule`, `5,000 rules`. */
export const countOf = (n: number | bigint, one: string, many = `${one}s`): string =>
  `${numberOf(n)} ${n === 1 ? one : many}`;

/** The bytes of a value in an answer. A function returns its JSON as text, which is encoded once more. */
export const answerBytes = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
