import { countOf } from "#shared/domain/text/text.ts";
import type { Commitment, Words } from "./words.ts";

/** "kept back (214 characters, sha256 9f2c…)": what is said in place of a text. */
export const keptBack = ({ length, sha256: digest }: Commitment): string =>
  `kept back (${countOf(length, "character")}, sha256 ${digest})`;

/** A text as people read it. */
export const wordsText = (words: Words): string =>
  typeof words === "string" ? words : keptBack(words);
