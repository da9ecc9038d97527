import { countOf } from "#shared/domain/text/text.ts";
import type { Commitment, Words } from "./words.ts";

/** "kept back (214 characters, sha256 9f2c…)": the note that replaces a text. */
export const keptBack = ({ length, sha256: digest }: Commitment): string =>
  `kept back (${countOf(length, "character")}, sha256 ${digest})`;

/** A text in the form that people read. */
export const wordsText = (words: Words): string =>
  typeof words === "string" ? words : keptBack(words);
