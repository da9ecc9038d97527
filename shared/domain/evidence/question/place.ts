/** Reads places in laws, as citations write them and as people type them. */

/** `any`: a bare number, such as `50(2)`. */
type Kind = "article" | "annex" | "section" | "any";

/** A place in a law: `Article 50(4), first subparagraph` is article 50, 4, 1. */
export interface Place {
  kind: Kind;
  parts: readonly string[];
}

const kinds: Readonly<Record<string, Kind>> = {
  art: "article",
  article: "article",
  articles: "article",
  artikel: "article",
  annex: "annex",
  anhang: "annex",
  section: "section",
  sec: "section",
  "§": "section",
  "§§": "section",
};

/** The word before the number of a place; an annex may be numbered in Roman. */
const named =
  /(?:^|[\s,;(])((?:article|articles|artikel|art)(?=[.\s]{0,3}\d)|(?:annex|anhang)(?=\s{0,2}\d|\s{1,2}[ivxlc]{1,6}(?![a-z]))|(?:section|sec)(?=[.\s]{0,3}\d)|§{1,2}(?=\s{0,2}\d))[.\s]{0,3}/;

/** Words between the numbers of a place. */
const between = new Set([
  ...["paragraph", "paragraphs", "para", "par", "point", "points", "letter", "lit", "no", "nr"],
  ...["subparagraph", "subpara", "abs", "absatz", "buchst", "nummer", "ziffer"],
]);

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"];
const roman: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function romanNumber(text: string): string {
  const values = [...text].map((letter) => roman[letter] ?? 0);
  const sum = values.reduce(
    (total, value, i) => total + (value < (values[i + 1] ?? 0) ? -value : value),
    0,
  );
  return String(sum);
}

const MOST = 300;
const MAX_PARTS = 8;

/**
 * Reads a place at the beginning of a text. Its kind has been read already.
 * @returns null if there is none; `rest`: the text after it
 */
function readParts(text: string, kind: Kind): { place: Place; rest: string } | null {
  const head =
    kind === "annex"
      ? /^(?:[ivxlc]{1,6}(?![a-z])|\d{1,4}[a-z]?(?![a-z\d]))/.exec(text)?.[0]
      : kind === "section"
        ? /^\d[\da-z]{0,9}(?:[-/.]\d[\da-z]{0,9}){0,5}/.exec(text)?.[0]
        : /^\d{1,5}[a-z]{0,2}(?![a-z\d])/.exec(text)?.[0];
  if (head === undefined) return null;
  const parts = [/^[ivxlc]/.test(head) ? romanNumber(head) : head];
  let rest = text.slice(head.length);
  while (parts.length < MAX_PARTS) {
    const next = nextPart(rest, kind);
    if (next === null) break;
    if (next.part !== "") parts.push(next.part);
    rest = rest.slice(next.length);
  }
  return { place: { kind, parts }, rest: rest.trim() };
}

/** What comes next within a place: `(2)`, `.2`, `, point 1`, `, first subparagraph`. */
function nextPart(rest: string, kind: Kind): { part: string; length: number } | null {
  const inBrackets = /^\s{0,2}\(\s{0,2}([a-z\d]{1,6}(?:-\d{1,3})?)\s{0,2}\)/.exec(rest);
  if (inBrackets) return { part: inBrackets[1] ?? "", length: inBrackets[0].length };
  const dotted = kind === "section" ? null : /^\.([a-z]{1,3}|\d{1,4})(?![a-z\d_])/.exec(rest);
  if (dotted) return { part: dotted[1] ?? "", length: dotted[0].length };
  const bare = kind === "annex" ? /^\s{1,2}(\d{1,3}[a-z]?)(?![\da-z])/.exec(rest) : null;
  if (bare) return { part: bare[1] ?? "", length: bare[0].length };
  const word = /^[\s,]{1,3}([a-z]{2,14})\.?(?![a-z])/.exec(rest);
  if (word) {
    const at = ordinals.indexOf(word[1] ?? "");
    if (at >= 0) return { part: String(at + 1), length: word[0].length };
    if (!between.has(word[1] ?? "")) return null;
    const number = /^\s{0,2}\(?([a-z]{1,2}|\d{1,4}[a-z]?)\)?(?![a-z\d])/.exec(
      rest.slice(word[0].length),
    );
    if (number) return { part: number[1] ?? "", length: word[0].length + number[0].length };
    return { part: "", length: word[0].length };
  }
  return null;
}

/** Where a known word in a text names a place, and where its numbers begin; null: nowhere. */
function startOf(text: string): { at: number; kind: Kind; after: number } | null {
  const found = named.exec(text);
  if (found === null) return null;
  const word = found[1] ?? "";
  const at = found.index + found[0].indexOf(word);
  return { at, kind: kinds[word] ?? "any", after: found.index + found[0].length };
}

/**
 * The place in a text, and the text around it. Without a word before it, a number counts only
 * at the beginning: `50(2)`, `552.051(b)`.
 * @param text lower-cased
 */
export function findPlace(text: string): { readings: readonly Place[]; rest: string } {
  const bounded = text.slice(0, MOST);
  const start = startOf(bounded);
  if (start !== null) {
    const read = readParts(bounded.slice(start.after), start.kind);
    if (read === null) return { readings: [], rest: bounded };
    return {
      readings: [read.place],
      rest: `${bounded.slice(0, start.at)} ${read.rest}`.trim(),
    };
  }
  const both = (["any", "section"] as const).flatMap((kind) => readParts(bounded, kind) ?? []);
  const shortest = both.toSorted((a, b) => a.rest.length - b.rest.length)[0];
  if (shortest === undefined) return { readings: [], rest: bounded };
  return {
    readings: both.filter(({ rest }) => rest === shortest.rest).map(({ place }) => place),
    rest: shortest.rest,
  };
}

/** A citation's own place in its law; null if it names none. */
export function placeOf(label: string): Place | null {
  const text = label.slice(0, MOST).toLowerCase();
  const start = startOf(text);
  if (start !== null) return readParts(text.slice(start.after), start.kind)?.place ?? null;
  // "775 ILCS 5/2-102(L)(1)"
  const last = text.slice(text.lastIndexOf(" ") + 1);
  return /^\d/.test(last) ? (readParts(last, "section")?.place ?? null) : null;
}

/**
 * Whether a place lies at or within another: Article 50(2) lies within Article 50. People leave out
 * the title of a code (`1705` is § 6-1-1705), and the number of an annex before a point (`4(a)`).
 */
export function liesWithin(place: Place, outer: Place): boolean {
  const isAlike = place.kind === outer.kind || outer.kind === "any" || place.kind === "any";
  if (isAlike && startsWith(place.parts, outer.parts)) return true;
  const [first = "", ...points] = place.parts;
  const [asked = "", ...further] = outer.parts;
  if (place.kind === "section" && isAlike)
    return first.endsWith(`-${asked}`) && startsWith(points, further);
  return (
    place.kind === "annex" &&
    outer.kind === "any" &&
    further.length > 0 &&
    startsWith(points, outer.parts)
  );
}

const startsWith = (parts: readonly string[], outer: readonly string[]): boolean =>
  outer.every((part, i) => part === parts[i]);

/** The order of the law: article 5 before article 50, articles before annexes. */
export function comparePlaces(a: Place, b: Place): number {
  const order: readonly Kind[] = ["article", "section", "any", "annex"];
  if (a.kind !== b.kind) return order.indexOf(a.kind) - order.indexOf(b.kind);
  for (let i = 0; i < Math.min(a.parts.length, b.parts.length); i += 1) {
    const [one = "", other = ""] = [a.parts[i], b.parts[i]];
    if (one !== other) return byNumber(one, other);
  }
  return a.parts.length - b.parts.length;
}

function byNumber(a: string, b: string): number {
  const [one, other] = [Number.parseInt(a, 10), Number.parseInt(b, 10)];
  if (one !== other && !Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  return a < b ? -1 : 1;
}
