import { parseBounded } from "#shared/domain/text/text.ts";

/**
 * Parses JSON as editors write their settings: with comments and commas before closing brackets. Takes
 * one pass over the text, whatever it contains.
 * @returns undefined if it is not JSON even then
 */
export function commentedJson(text: string): unknown {
  try {
    return parseBounded(withoutComments(text.startsWith("\uFEFF") ? text.slice(1) : text));
  } catch {
    return undefined;
  }
}

function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfToken(text, at);
    if (end.isDropped) {
      parts.push(text.slice(from, at));
      from = end.at;
    }
    at = end.at;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

/** The end of the token that begins here: a string, a comment, an extra comma, or one character. */
function endOfToken(text: string, at: number): { at: number; isDropped: boolean } {
  const character = text[at];
  if (character === '"') return { at: endOfString(text, at + 1), isDropped: false };
  if (text.startsWith("//", at)) {
    const end = text.indexOf("\n", at);
    return { at: end === -1 ? text.length : end, isDropped: true };
  }
  if (text.startsWith("/*", at)) {
    const end = text.indexOf("*/", at + 2);
    return { at: end === -1 ? text.length : end + 2, isDropped: true };
  }
  const isLast = character === "," && closes(text, at + 1);
  return { at: at + 1, isDropped: isLast };
}

function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** How many characters after a comma we search for the end of a list or an object. */
const FARTHEST = 1000;

/** Whether nothing but blanks and comments comes before a closing bracket. */
function closes(text: string, from: number): boolean {
  const limit = Math.min(text.length, from + FARTHEST);
  for (let at = from; at < limit; ) {
    const character = text[at] ?? "";
    if (character === "}" || character === "]") return true;
    if (character.trim() === "") at += 1;
    else if (text.startsWith("//", at) || text.startsWith("/*", at)) at = endOfToken(text, at).at;
    else return false;
  }
  return false;
}
