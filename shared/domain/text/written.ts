import { answerBytes, cut } from "./text.ts";

/*
 * Sizes as they are stored. An item of the table holds at most 400 KB, and text from outside grows when
 * it is written as JSON in UTF-8 (a control character takes six bytes). If outsiders decide the size of
 * a value, bound it by these measures, never by its characters.
 */

/** The bytes of a value written as JSON. */
export const writtenBytes = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(value) ?? "");

/** The beginning of a text that takes at most `most` bytes within JSON; see {@link cut}. */
export function cutWritten(text: string, most: number): string {
  const candidate = cut(text, most);
  let bytes = 0;
  let end = 0;
  for (const character of candidate) {
    bytes += writtenBytes(character) - QUOTES;
    if (bytes > most) return cut(candidate, end);
    end += character.length;
  }
  return candidate;
}

const QUOTES = 2;

/** The first values whose written sizes add up to at most `most` bytes. */
export function thatFit<T>(
  values: readonly T[],
  most: number,
  bytesOf: (value: T) => number = writtenBytes,
): T[] {
  let bytes = 0;
  const end = values.findIndex((value) => {
    bytes += bytesOf(value) + COMMA;
    return bytes > most;
  });
  return end === -1 ? [...values] : values.slice(0, end);
}

const COMMA = 1;

/** What the parts of an answer may take of Lambda's 6 MB. The rest is for its other fields and headers. */
const MAX_PARTS_BYTES = 5_500_000;

/** Returns what says of each value in turn whether it still fits into one answer beside all others. */
export function roomBeside(others: unknown, limit = MAX_PARTS_BYTES): (value: unknown) => boolean {
  let bytesLeft = limit - answerBytes(others);
  return (value) => {
    const bytes = answerBytes(value);
    if (bytes > bytesLeft) return false;
    bytesLeft -= bytes;
    return true;
  };
}
