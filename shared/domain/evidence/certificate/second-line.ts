import { utf8 } from "#shared/domain/bytes.ts";

/*
 * The second line of a certificate says where its bundle is, so that nobody has to parse a PDF:
 * `%countersign <offset> <length of the bundle> <length of the file>`, in bytes. PDF/A wants the line
 * to begin with four bytes above 127.
 */

export interface Marked {
  offset: number;
  length: number;
  /** Length of the whole file. */
  total: number;
}

const DIGITS = 10;
const BINARY = "%\xff\xff\xff\xff";
const LINE = /^%[\x80-\xff]{4} %countersign (\d{1,10}) (\d{1,10}) (\d{1,10})$/;

/** The line without its line end. It always has the same length, whatever the numbers. */
export function secondLine({ offset, length, total }: Marked): string {
  const numbers = [offset, length, total].map((one) => String(one).padStart(DIGITS, "0"));
  return `${BINARY} %countersign ${numbers.join(" ")}`;
}

const PDF = utf8("%PDF-");
const NEW_LINE = 0x0a;
/** The first two lines are shorter than this. */
const LONGEST_HEAD = 128;

export const isPdf = (bytes: Uint8Array): boolean =>
  PDF.every((byte, index) => bytes[index] === byte);

/** What the second line says; null if this is not a certificate. */
export function markedIn(bytes: Uint8Array): Marked | null {
  const head = bytes.subarray(0, LONGEST_HEAD);
  const first = head.indexOf(NEW_LINE);
  const end = head.indexOf(NEW_LINE, first + 1);
  if (first < 0 || end < 0) return null;
  const found = LINE.exec(String.fromCharCode(...head.subarray(first + 1, end)));
  if (found === null) return null;
  const [offset = 0, length = 0, total = 0] = found.slice(1).map(Number);
  return offset + length <= total ? { offset, length, total } : null;
}
