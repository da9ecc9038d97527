import { describe, expect, test } from "vitest";
import { parseCsv } from "#functions/console/app/frameworks/parse-csv.ts";
import { csv, unescapedCell } from "#shared/domain/text/csv.ts";

/** Texts that a spreadsheet must not read as a formula, whatever separator it uses. */
const hostile = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "acme/x;=1+cmd",
  "acme/x,=1+cmd|' /C calc'!A0",
  "acme/x\t-1+1",
  "first\n=second",
  "first\r\n+second",
  "\t=1",
  '";=1+1',
  '"\n"=1+1',
  ";;@A1",
  "'=1+1",
  "a;''=1",
];
const plain = ["", "acme/ranking", "a = b, c - d", "it's 5", 'said "so"', "a;b", "x=1"];

/** The cells of a file as they are found by a naive reader, which does not know quotation marks. */
const pieces = (file: string): string[] =>
  file
    .replace("\uFEFF", "")
    .split(/[,;\t\r\n]/)
    .map((piece) => piece.replace(/^"+/, ""));

describe("a CSV file", () => {
  test("has every cell in quotation marks, numbers and empty ones too", () => {
    expect(csv([["a", 1, null, ""], ['x"y']])).toBe('\uFEFF"a","1","",""\r\n"x""y"\r\n');
  });

  test.each(hostile)("contains %j but no formula, whatever separator is used", (text) => {
    for (const piece of pieces(csv([["name", text, "end"]]))) {
      expect(piece).not.toMatch(/^[=+\-@]/);
    }
  });

  test.each([...hostile, ...plain])("gives %j back as it was", (text) => {
    const [row] = parseCsv(csv([["name", text, "end"]])) ?? [];
    expect(row?.map(unescapedCell)).toEqual(["name", text, "end"]);
  });

  test.each(plain)("leaves %j as it is", (text) => {
    expect(parseCsv(csv([["name", text]]))).toEqual([["name", text]]);
  });
});
