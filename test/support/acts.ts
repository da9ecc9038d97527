import type { BookId } from "#shared/domain/frameworks/books.ts";

/*
 * The structure of the acts that the current rule books cite: which article, paragraph and point
 * exist. docs/law.md names the source of each part.
 */

/** The subdivisions of a provision, by number or letter. */
interface Parts {
  [part: string]: Parts;
}

/** Parts without subdivisions, `"a b c"` or `"1-8"` for a range, plus the subdivided ones. */
function parts(names: string, divided: Parts = {}): Parts {
  const plain = names.split(" ").flatMap((name) => {
    const [first = "", last] = name.split("-");
    if (last === undefined || first === "" || !/^\d+$/.test(first)) return [name];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) =>
      String(Number(first) + i),
    );
  });
  return { ...Object.fromEntries(plain.map((name) => [name, {}])), ...divided };
}

const subparagraphs = (count: number): Parts =>
  Object.fromEntries(["first", "second", "third"].slice(0, count).map((name) => [name, {}]));

/** Regulation (EU) 2024/1689, consolidated text of 27 July 2026, CELEX 02024R1689-20260727. */
const aiAct: Parts = {
  "Article 4": {},
  "Article 4a": {},
  "Article 5": parts("3-8", {
    "1": parts("a b ba bb d e f g", { c: parts("i ii"), h: parts("i ii iii") }),
    "1a": { a: parts("i ii"), b: {} },
    "1b": {},
    "2": parts("a b"),
  }),
  "Article 6": parts("1a 1b 1c 2 4-8", {
    "1": parts("a b"),
    "3": { ...parts("a b c d"), ...subparagraphs(3) },
  }),
  "Article 9": parts("1 3-4 6-10", { "2": parts("a b c d"), "5": parts("a b c") }),
  // Paragraph 5 was deleted by Regulation (EU) 2026/1744.
  "Article 10": parts("1 3 4 6", { "2": parts("a b c d e f g h") }),
  "Article 12": parts("1", { "2": parts("a b c"), "3": parts("a b c d") }),
  "Article 14": parts("1 2 5", { "3": parts("a b"), "4": parts("a b c d e") }),
  "Article 15": parts("1-5"),
  "Article 26": parts("1-12"),
  "Article 27": parts("1-5"),
  "Article 43": parts("1-6"),
  "Article 49": parts("1-5"),
  "Article 50": parts("1-3 5-7", { "4": subparagraphs(2) }),
  "Article 86": parts("1-3"),
  "Article 111": parts("1-4"),
  "Article 113": { third: { a: {}, b: {}, c: parts("i ii"), d: {} } },
  "Annex II": {},
  "Annex III": {
    "1": parts("a b c"),
    "2": {},
    "3": parts("a b c d"),
    "4": parts("a b"),
    "5": parts("a b c d"),
    "6": parts("a b c d e"),
    "7": parts("a b c d"),
    "8": parts("a b"),
  },
};

/** Directive 2011/93/EU, as far as Article 5(1)(bb) refers to it. */
const directive2011: Parts = { "Article 2": parts("a b c d e") };

/** C.R.S. §§ 6-1-1701 to 6-1-1709 as reenacted by SB 26-189, as far as it was accessible. */
const colorado: Parts = {
  "6-1-1701": parts("1-2 4-5 7 9-17", {
    "3": parts("a b"),
    "6": parts("a b c d e f g"),
    "8": parts("a"),
  }),
  "6-1-1702": parts("2-5", { "1": parts("a b c d e") }),
  "6-1-1703": {},
  "6-1-1704": parts("1 2 4 5 7 8", {
    "3": parts("a b c"),
    "6": parts("a b"),
    "9": parts("a"),
  }),
  "6-1-1705": parts("3", { "1": { a: parts("I II"), c: {} }, "2": parts("a") }),
  "6-1-1706": parts("4 5 6", { "1": parts("a"), "2": parts("a"), "3": parts("a b c f") }),
  "6-1-1708": parts("2 4 5 6", { "1": parts("a b"), "3": parts("a b c d e") }),
};

/**
 * 11 CCR §§ 7001, 7150 to 7157 and 7200 to 7222, as approved on 22 September 2025, as far as quoted.
 * § 7221(c)(5) does not exist.
 */
const californiaAdmt: Parts = {
  "7001": { e: parts("1 2"), ddd: parts("1 2 5", { "3": parts("A B C"), "4": parts("A B C D") }) },
  "7150": { a: {}, b: parts("1-6") },
  "7155": { a: parts("1"), b: {} },
  "7157": { a: parts("1"), b: {} },
  "7200": parts("a b"),
  "7220": {
    a: {},
    b: parts("1 2"),
    c: parts("1 2 3 4", { "5": parts("A B C") }),
    d: {},
    e: {},
  },
  "7221": {
    a: {},
    b: { "1": parts("A B"), "2": parts("A B"), "3": parts("A B") },
    c: parts("1-4"),
    ...parts("d e f g h i j k l m"),
    n: parts("1 2"),
  },
  "7222": {
    a: {},
    b: parts("1 2", { "3": parts("A") }),
    c: parts("1"),
    ...parts("d e f g h i j k"),
  },
};

/** Tex. Bus. & Com. Code ch. 551, 552 and § 503.001, as enacted or amended by HB 149. */
const texas: Parts = {
  "503.001": { ...parts("b b-1 f"), e: parts("1 2 3") },
  "552.051": { ...parts("a b c e f"), d: parts("1 2 3") },
  "552.052": parts("1 2 3"),
  "552.053": parts("1 2 3"),
  "552.054": parts("a b c"),
  "552.055": parts("a b"),
  "552.056": { a: parts("1 2 3"), ...parts("b c d e") },
  "552.057": { "1": parts("A B"), "2": {} },
  "552.101": parts("a b"),
  "552.104": { a: {}, b: parts("1 2") },
  "552.105": { ...parts("b c d f"), a: parts("1 2 3"), e: parts("1 2") },
};

/** NYC Admin. Code §§ 20-870 to 20-874 (Local Law 144 of 2021). */
const newYorkCity: Parts = {
  "20-870": {},
  "20-871": { a: parts("1 2"), b: parts("1 2 3") },
  "20-872": parts("a b c"),
  "20-873": {},
  "20-874": {},
};

/** 6 RCNY §§ 5-300 to 5-304, in effect since 6 May 2023. */
const newYorkCityRules: Parts = {
  "5-300": {},
  "5-301": parts("a b c d"),
  "5-302": parts("a b"),
  "5-303": parts("a"),
  "5-304": parts("a b c d"),
};

/** 775 ILCS 5/2-101 and 2-102, as far as Public Act 103-0804 added to them. */
const illinois: Parts = { "2-101": parts("M N"), "2-102": { L: parts("1 2") } };

/** 2 CCR, the Civil Rights Council's regulations on employment, as far as reports name sections. */
const californiaHiring: Parts = { "11008.1": {}, "11009": {}, "11013": {}, "11016": {} };

/** Acts that are cited as a whole, because no source that was read gives their sections. */
const wholeActs: ReadonlySet<string> = new Set(["Connecticut SB5 (2026)"]);

type Act = readonly [prefix: string, act: Parts];

/** What each book cites. */
const actsOf = {
  eu_ai_act: [
    ["Regulation (EU) 2024/1689, ", aiAct],
    ["Directive 2011/93/EU, ", directive2011],
  ],
  co_sb_26_189: [["C.R.S. § ", colorado]],
  us_ca_admt: [["11 CCR § ", californiaAdmt]],
  us_tx_hb_149: [["Tex. Bus. & Com. Code § ", texas]],
  us_hiring: [
    ["NYC Admin. Code § ", newYorkCity],
    ["6 RCNY § ", newYorkCityRules],
    ["775 ILCS 5/", illinois],
    ["2 CCR § ", californiaHiring],
  ],
} satisfies Record<BookId, readonly Act[]>;

const acts: readonly Act[] = Object.values(actsOf).flat();

/** Whether a citation names a provision that the acts do not contain, or cannot be parsed. */
export function doesNotExist(label: string): boolean {
  if (wholeActs.has(label)) return false;
  const found = acts.find(([prefix]) => label.startsWith(prefix));
  if (found === undefined) return true;
  const [prefix, act] = found;
  const steps = stepsOf(label.slice(prefix.length));
  if (steps === null) return true;
  let at: Parts | undefined = act;
  for (const step of steps) at = at && Object.hasOwn(at, step) ? at[step] : undefined;
  return at === undefined;
}

/** `Article 5(1a)(a)(i)` → `Article 5`, `1a`, `a`, `i`; null for a reference in another form. */
function stepsOf(reference: string): string[] | null {
  const match =
    /^(?<head>(?:Article|Annex) [0-9A-Za-z]+|[0-9]+(?:[.-][0-9]+)*)(?<points>(?:\([0-9a-zA-Z-]+\))*)(?:, (?<ordinal>[a-z]+) (?:subparagraph|paragraph))?(?:, point (?<point>[0-9]*)(?<more>(?:\([a-z]+\))*))?$/.exec(
      reference,
    );
  if (match?.groups === undefined) return null;
  const { head = "", points = "", ordinal, point, more = "" } = match.groups;
  const inBrackets = (text: string) =>
    [...text.matchAll(/\(([^)]+)\)/g)].map(([, part = ""]) => part);
  return [
    head,
    ...inBrackets(points),
    ...(ordinal ? [ordinal] : []),
    ...(point ? [point] : []),
    ...inBrackets(more),
  ];
}
