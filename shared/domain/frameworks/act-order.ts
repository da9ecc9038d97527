import { cut } from "#shared/domain/text/text.ts";

/** The kinds of places, in the order in which an act has them. */
const kinds = ["article", "section", "annex"] as const;
type Kind = (typeof kinds)[number];

/** The place in an act where a rule comes from, according to its first citation. */
export interface Place {
  kind: Kind;
  /** The act, as the citation names it; empty if it names none. */
  act: string;
  /** `50`, `III`, `6-1-1701`. */
  number: string;
  /** Below it, from the outside in: `2`, `a`, `1st` (subparagraph); an annex begins with the point. */
  pins: readonly string[];
}

/** How many characters of a label are read, and how long the parts that are shown may get. */
const MAX_READ = 300;
const MAX_NAME = 80;
const MAX_PIN = 8;
const MAX_PINS = 8;

const articleWords = new Set(["article", "art", "artikel", "artículo", "articulo", "articolo"]);
const annexWords = new Set(["annex", "anhang", "annexe", "anexo", "allegato"]);
/** After one of these words, another provision or another act begins. */
const endWords = new Set(["and", "or", "to", "in", "as", "of", "read", "und", "et", "y", "e"]);
const ordinals: ReadonlyMap<string, string> = new Map([
  ["first", "1st"],
  ["second", "2nd"],
  ["third", "3rd"],
  ["fourth", "4th"],
  ["fifth", "5th"],
  ["sixth", "6th"],
  ["seventh", "7th"],
  ["eighth", "8th"],
  ["ninth", "9th"],
  ["tenth", "10th"],
]);

interface Token {
  kind: "word" | "pin" | "sign";
  text: string;
  start: number;
}

const isAlphanumeric = (char: string | undefined): boolean =>
  char !== undefined && /^[\p{L}\p{N}]$/u.test(char);
const isDigit = (char: string | undefined): boolean =>
  char !== undefined && char >= "0" && char <= "9";
const isInner = (char: string | undefined): boolean => char !== undefined && "-./:–".includes(char);
const isNumbered = ({ kind, text }: Token): boolean => kind === "word" && isDigit(text[0]);

/** Reads words, `(pins)` and section signs, one character at a time and without backtracking. */
function tokensOf(label: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < label.length) {
    const start = at;
    if (label[at] === "§") {
      while (label[at] === "§") at += 1;
      tokens.push({ kind: "sign", text: "§", start });
    } else if (label[at] === "(") {
      const end = label.indexOf(")", at);
      const text = label.slice(at + 1, end);
      const isPin = end > at + 1 && end - at <= MAX_PIN + 1 && isWord(text);
      if (isPin) tokens.push({ kind: "pin", text, start });
      at = isPin ? end + 1 : at + 1;
    } else if (isAlphanumeric(label[at])) {
      do at += 1;
      while (isAlphanumeric(label[at]) || (isInner(label[at]) && isAlphanumeric(label[at + 1])));
      tokens.push({ kind: "word", text: label.slice(start, at), start });
    } else at += 1;
  }
  return tokens;
}

const isWord = (text: string): boolean =>
  [...text].every((char) => isAlphanumeric(char) || isInner(char));

const isRoman = (text: string): boolean => romanValue(text.toLowerCase()) !== null;

/** Where the place begins in the tokens, and its kind; null if none has a known form. */
function foundIn(tokens: readonly Token[]): { at: number; number: number; kind: Kind } | null {
  const wordBefore = (words: ReadonlySet<string>, fits: (token: Token) => boolean): number =>
    tokens.findIndex((token, i) => {
      const next = tokens[i + 1];
      return token.kind === "word" && words.has(token.text.toLowerCase()) && next && fits(next);
    });
  const article = wordBefore(articleWords, isNumbered);
  if (article >= 0) return { at: article, number: article + 1, kind: "article" };
  const annex = wordBefore(annexWords, (next) => isNumbered(next) || isRoman(next.text));
  if (annex >= 0) return { at: annex, number: annex + 1, kind: "annex" };
  const sign = tokens.findIndex(({ kind }, i) => {
    const next = tokens[i + 1];
    return kind === "sign" && next !== undefined && isNumbered(next);
  });
  if (sign >= 0) return { at: sign, number: sign + 1, kind: "section" };
  // `775 ILCS 5/2-102(L)(1)`: the last number before the brackets, after a name.
  const firstPin = tokens.findIndex(({ kind }) => kind === "pin");
  const last = tokens.slice(0, firstPin < 0 ? tokens.length : firstPin).findLastIndex(isNumbered);
  return last > 0 ? { at: last, number: last, kind: "section" } : null;
}

/**
 * Reads the label of a citation: `Regulation (EU) 2024/1689, Article 50(2)`, `Annex III, point 1(a)`,
 * `C.R.S. § 6-1-1704(1)`. Takes time in proportion to the label, whatever it contains.
 * @returns null if it has none of these forms
 */
export function placeOf(label: string): Place | null {
  const read = label.slice(0, MAX_READ);
  const tokens = tokensOf(read);
  const found = foundIn(tokens);
  if (found === null) return null;
  const { text = "", start: begin = 0 } = tokens[found.number] ?? {};
  const act = read.slice(0, tokens[found.at]?.start ?? begin);
  return {
    kind: found.kind,
    act: cut(withoutEnd(act), MAX_NAME),
    number: cut(text, MAX_NAME),
    pins: pinsIn(tokens.slice(found.number + 1)).slice(0, MAX_PINS),
  };
}

function withoutEnd(text: string): string {
  const trimmed = text.trim();
  return /[,;:]$/.test(trimmed) ? trimmed.slice(0, -1).trim() : trimmed;
}

function pinsIn(tokens: readonly Token[]): string[] {
  const pins: string[] = [];
  for (const token of tokens) {
    if (token.kind === "pin") {
      pins.push(cut(token.text, MAX_PIN));
      continue;
    }
    const word = token.text.toLowerCase();
    if (token.kind === "sign" || endWords.has(word)) break;
    const ordinal = ordinals.get(word);
    if (ordinal !== undefined) pins.push(ordinal);
    else if (isNumbered(token)) pins.push(cut(token.text, MAX_PIN));
  }
  return pins;
}

/** The group that a rule belongs to: `Article 50`, `Annex III, point 1`, `§ 6-1-1704`. */
function groupName({ kind, number, pins }: Place): string {
  if (kind === "article") return `Article ${number}`;
  if (kind === "section") return `§ ${number}`;
  return pins[0] === undefined ? `Annex ${number}` : `Annex ${number}, point ${pins[0]}`;
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The value of a lower-case Roman numeral; null if the text is not one. */
function romanValue(text: string): number | null {
  if (text === "" || text.length > MAX_PIN) return null;
  let value = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = romanDigits[text[i] as string];
    if (digit === undefined) return null;
    value += digit < (romanDigits[text[i + 1] as string] ?? 0) ? -digit : digit;
  }
  return value;
}

/** Numbers by value, letters by the alphabet, so that 4 < 4a < 5 and 6-1-1702 < 6-1-1703. */
const natural = new Intl.Collator("en", { numeric: true });

/** Below two levels, `i`, `iv` and `ix` are numerals in every act that the project knows. */
const NUMERALS_FROM = 2;

/** Sorts pins of one level: numbers, then numerals, then letters; in a code (z) comes before (aa). */
function comparePins(a: string, b: string, level: number, kind: Kind): number {
  const rank = (pin: string): number => {
    if (isDigit(pin[0])) return 0;
    return level >= NUMERALS_FROM && romanValue(pin) !== null ? 1 : 2;
  };
  const [first, second] = [rank(a), rank(b)];
  if (first !== second) return first - second;
  if (first === 1) return (romanValue(a) ?? 0) - (romanValue(b) ?? 0);
  if (kind === "section" && isRepeated(a) && isRepeated(b) && a.length !== b.length) {
    return a.length - b.length;
  }
  return natural.compare(a, b);
}

/** `a`, `aa`, `ddd`: the letters of a code after it has gone through the alphabet. */
const isRepeated = (pin: string): boolean => [...pin].every((char) => char === pin[0]);

/** Sorts provisions by the name of their act, then in the order of the act. */
export function comparePlaces(a: Place, b: Place): number {
  const order =
    natural.compare(a.act, b.act) ||
    kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
    compareNumbers(a, b);
  if (order !== 0) return order;
  const levels = Math.max(a.pins.length, b.pins.length);
  for (let level = 0; level < levels; level += 1) {
    const [mine, other] = [a.pins[level], b.pins[level]];
    if (mine === undefined || other === undefined) return mine === undefined ? -1 : 1;
    const pins = comparePins(mine, other, level, a.kind);
    if (pins !== 0) return pins;
  }
  return 0;
}

function compareNumbers(a: Place, b: Place): number {
  const [first, second] = [a, b].map(({ kind, number }) =>
    kind === "annex" ? romanValue(number.toLowerCase()) : null,
  );
  return first != null && second != null ? first - second : natural.compare(a.number, b.number);
}

/** The rules of one part of an act, in the act's order. */
export interface PlaceGroup<T> {
  /** `Article 5`, with the act if the rules come from several; null: none of a known form. */
  name: string | null;
  rows: { row: T; place: Place | null }[];
}

/**
 * Groups rules by the structure of their act, in its order. Rules that cite no known form come last, in
 * the order given.
 * @param labelOf the label of a rule's first citation; null: it has none
 */
export function groupByPlace<T>(
  rows: readonly T[],
  labelOf: (row: T) => string | null,
): PlaceGroup<T>[] {
  const placed = rows.map((row) => ({ row, place: placeOf(labelOf(row) ?? "") }));
  const known = placed.flatMap((one) => (one.place === null ? [] : [{ ...one, place: one.place }]));
  known.sort((a, b) => comparePlaces(a.place, b.place));
  const hasOneAct = new Set(known.map(({ place }) => place.act)).size <= 1;
  const nameOf = (place: Place): string => {
    const name = groupName(place);
    const { act } = place;
    return hasOneAct || act === "" ? name : `${act}${place.kind === "section" ? " " : ", "}${name}`;
  };
  const groups: PlaceGroup<T>[] = [...Map.groupBy(known, ({ place }) => nameOf(place))].map(
    ([name, those]) => ({ name, rows: those }),
  );
  const others = placed.filter(({ place }) => place === null);
  return others.length === 0 ? groups : [...groups, { name: null, rows: others }];
}
