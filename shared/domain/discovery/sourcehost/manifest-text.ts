import { parseBounded } from "#shared/domain/text/text.ts";

/*
 * Scanning a manifest's text: by line and character, because it is untrusted and no regular
 * expression may backtrack on it.
 */

/** Lines are cut at this length: longer ones are not dependencies. */
export const LONGEST_LINE = 2000;

/** The JSON of a manifest; undefined for text that is not JSON or nests too deeply. */
export function jsonIn(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}

export const linesOf = (text: string): string[] =>
  text.split("\n").map((line) => line.slice(0, LONGEST_LINE).trim());

export const wordsOf = (text: string): string[] => text.split(/\s/).filter(Boolean);

/** The name at the start of the text: its leading letters, digits and `allowed` characters. */
export function nameAt(text: string, allowed: string): string {
  let end = 0;
  while (end < text.length && isNameCharacter(text.charCodeAt(end), allowed, text[end] ?? ""))
    end += 1;
  return text.slice(0, end);
}

const isNameCharacter = (code: number, allowed: string, character: string): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  allowed.includes(character);

/** The single- or double-quoted strings in a line, each with the word before it (its key). */
export function* quotedWithKeys(line: string): Iterable<{ key: string; value: string }> {
  let from = 0;
  for (let at = 0; at < line.length; ) {
    const mark = line[at];
    if (mark !== '"' && mark !== "'") {
      at += 1;
      continue;
    }
    const end = line.indexOf(mark, at + 1);
    if (end === -1) return;
    const before = line.slice(from, at).split(/[^A-Za-z]/);
    yield { key: before.filter(Boolean).at(-1) ?? "", value: line.slice(at + 1, end) };
    at = end + 1;
    from = at;
  }
}

/** The single- or double-quoted strings in a line. */
export function* quoted(line: string): Iterable<string> {
  for (const { value } of quotedWithKeys(line)) yield value;
}
