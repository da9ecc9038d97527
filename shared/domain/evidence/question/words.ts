/** Compares words as people type them with texts. Pure, because functions and pages share it. */

/** Words that people put around a question and that mean nothing in it. */
const empty = new Set(
  "who approved and when the of rule on was what a an at in for to by with is are does do did".split(
    " ",
  ),
);

/** Words that people and laws use for the same thing, each by its beginning. */
const same: readonly (readonly string[])[] = [
  ["recogni", "infer"],
  ["hiring", "hire", "recruit", "employ"],
  ["loan", "credit", "lending"],
  ["school", "education"],
  ["job", "work", "employ"],
  ["housing", "real estate"],
  ["medic", "health"],
];

const MAX_WORDS = 12;
/** From this length on, a part of a word also counts within another word. */
const LEAST_WITHIN = 4;

/** Text for comparing: lower case, without accents. */
const folded = (text: string): string =>
  (/^[ -~\n]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, ""))
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ß", "ss");

const tokensOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a text that have to be found: those that name something, or all if none does. */
export function wordsIn(text: string, isSomethingElseAsked = false): readonly string[] {
  const all: readonly string[] =
    folded(text).match(/[\p{L}\p{N}_](?:[.@'’-]?[\p{L}\p{N}_])*/gu) ?? [];
  const telling = all.filter((word) => !empty.has(word));
  return (telling.length > 0 || isSomethingElseAsked ? telling : all).slice(0, MAX_WORDS);
}

/** A word without its ending: `chatbots` and `chatbot` begin alike. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ies|(?<=ss|x|ch|sh)es|(?<!s)s|ing|ed)$/, "");
  return stem.length >= 4 ? stem : word;
}

/** How a word is found: as it is, as the beginning of a word in the text, or within one. */
const quality = { whole: 0, beginning: 1, within: 2, sameThing: 3 } as const;

/** The best way in which a field contains a word. The word `deepfake` also finds `deep fakes`. */
function foundAs(stem: string, { tokens: tokensIn, isProse }: Field): number | null {
  const tokens = tokensIn();
  let best: number | null = null;
  for (let at = 0; at < tokens.length; at += 1) {
    let joined = tokens[at] as string;
    const isWithin = !isProse && stem.length >= LEAST_WITHIN && joined.includes(stem);
    for (let next = at + 1; joined.length < stem.length && stem.startsWith(joined); next += 1) {
      if (next >= tokens.length) break;
      joined += tokens[next];
    }
    if (!joined.startsWith(stem)) {
      if (isWithin) best ??= quality.within;
    } else if (stemOf(joined) === stem || joined === stem) return quality.whole;
    else best = quality.beginning;
  }
  return best;
}

/** Texts that many words are compared with. */
interface Field {
  /** Computed once. */
  tokens: () => readonly string[];
  /** In sentences, a part of a word does not count: "script" is not "description". */
  isProse: boolean;
}

export function fieldOf(texts: readonly (string | null | undefined)[], isProse = false): Field {
  let known: readonly string[] | undefined;
  return {
    isProse,
    tokens: () => {
      known ??= tokensOf(texts.filter(Boolean).join("\n"));
      return known;
    },
  };
}

const sameAs = (word: string): readonly string[] =>
  same
    .filter((group) => group.some((one) => word.startsWith(one)))
    .flat()
    .filter((one) => !word.startsWith(one));

/** Costs more than any quality, so a word in an earlier field beats any word in a later one. */
const NEXT_FIELD = 4;

/** How well a word is found in fields, the best field first; null: nowhere. */
function costOf(word: string, fields: readonly Field[]): number | null {
  const stem = stemOf(word.replace(/[^\p{L}\p{N}]/gu, ""));
  const others = sameAs(word);
  for (const [at, field] of fields.entries()) {
    const found = foundAs(stem, field);
    if (found !== null) return at * NEXT_FIELD + found;
    if (others.some((one) => foundAs(one.replaceAll(" ", ""), field) !== null))
      return at * NEXT_FIELD + quality.sameThing;
  }
  return null;
}

/** A field that says nothing else ranks before a field that says more. */
const SAYS_MORE = 0.5;

/**
 * How well all words are found in fields, the best field first. 0: they are everything that the first
 * field says; the number grows further down. null: a word is nowhere, or there are no words.
 */
export function rankOfWords(words: readonly string[], fields: readonly Field[]): number | null {
  let rank = 0;
  for (const word of words) {
    const cost = costOf(word, fields);
    if (cost === null) return null;
    rank += cost;
  }
  if (words.length === 0) return null;
  return rank === 0 && fields[0]?.tokens().length === words.length ? 0 : rank + SAYS_MORE;
}
