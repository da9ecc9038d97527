import type { Words } from "#shared/domain/reviews/words.ts";
import { counted, says } from "./says.ts";

/** What counsel wrote. If the words have since been erased, only their length is left. */
export const textOf = (words: Words): string =>
  typeof words === "string" ? words : counted(says.erased, words.length);
