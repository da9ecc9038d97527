/** Where a spreadsheet may begin a cell that it reads as a formula. Some use other separators. */
const BEFORE_FORMULA = /(^|[,;\t\r\n])(?=["']*[=+\-@])/g;
const ESCAPED = /(^|[,;\t\r\n])'(?=["']*[=+\-@])/g;

/** Quotes a cell so that no separator ends it. An apostrophe keeps text from being a formula. */
const cell = (value: string | number | null): string =>
  `"${String(value ?? "")
    .replaceAll(BEFORE_FORMULA, "$1'")
    .replaceAll('"', '""')}"`;

/** The text of a cell that `csv` wrote, without its apostrophes. */
export const unescapedCell = (text: string): string => text.replaceAll(ESCAPED, "$1");

/**
 * The only writer of CSV, for the API and the console. The format is RFC 4180, with a byte order mark
 * so that spreadsheets read it as UTF-8.
 */
export const csv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
