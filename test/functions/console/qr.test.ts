import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Matrix, qrCode, times } from "#functions/console/app/reviews/qr.ts";

/*
 * An independent reader, written from the standard: it extracts the format bits, removes the mask,
 * reads the bits, splits them into blocks, checks each block's correction bytes and decodes the
 * text.
 */
const blocksOfM = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
] as const;
const alignment: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const masks = [
  (i: number, j: number) => (i + j) % 2,
  (i: number) => i % 2,
  (_: number, j: number) => j % 3,
  (i: number, j: number) => (i + j) % 3,
  (i: number, j: number) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
  (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i: number, j: number) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];

function read(matrix: Matrix): string {
  const size = matrix.length;
  const version = (size - 17) / 4;
  const bit = (row: number, column: number): number => (matrix[row]?.[column] ? 1 : 0);
  const columns = [0, 1, 2, 3, 4, 5, 7, 8];
  const first = columns.map((column) => bit(8, column)).reduce((value, one) => value * 2 + one, 0);
  const format = (first << 7) ^ 0b101010000010010;
  expect(format >>> 13).toBe(0b00);
  const mask = masks[(format >>> 10) & 7] as (i: number, j: number) => number;
  const centres = alignment[version - 1] ?? [];
  const isAlignment = (row: number, column: number) =>
    centres.some((y, a) =>
      centres.some(
        (x, b) =>
          !(
            (a === 0 && b === 0) ||
            (a === 0 && b === centres.length - 1) ||
            (b === 0 && a === centres.length - 1)
          ) &&
          Math.abs(row - y) <= 2 &&
          Math.abs(column - x) <= 2,
      ),
    );
  const isFunction = (row: number, column: number) =>
    (row < 9 && column < 9) ||
    (row < 9 && column >= size - 8) ||
    (row >= size - 8 && column < 9) ||
    row === 6 ||
    column === 6 ||
    isAlignment(row, column) ||
    (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11)));
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (isFunction(row, column)) continue;
        bits.push(bit(row, column) ^ (mask(row, column) === 0 ? 1 : 0));
      }
    }
    up = !up;
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((value, one) => value * 2 + one, 0),
  );
  return textOf(words, version);
}

function textOf(words: readonly number[], version: number): string {
  const [correction, count] = blocksOfM[version - 1] as readonly [number, number];
  const dataTotal = words.length - correction * count;
  const short = Math.floor(dataTotal / count);
  const longFrom = count - (dataTotal % count);
  const blocks: number[][] = Array.from({ length: count }, () => []);
  let next = 0;
  for (let i = 0; i <= short; i += 1) {
    for (const [index, block] of blocks.entries()) {
      if (i < short || index >= longFrom) block.push(words[next++] ?? 0);
    }
  }
  const data = blocks.flat();
  for (let i = 0; i < correction; i += 1)
    for (const block of blocks) block.push(words[next++] ?? 0);
  for (const block of blocks) {
    // Every root of the generator is a root of the whole block: its syndromes are zero.
    for (let root = 1, i = 0; i < correction; i += 1, root = times(root, 2)) {
      expect(block.reduce((sum, byte) => times(sum, root) ^ byte, 0)).toBe(0);
    }
  }
  const text = data.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  expect(text.slice(0, 4)).toBe("0100");
  const head = version < 10 ? 8 : 16;
  const length = Number.parseInt(text.slice(4, 4 + head), 2);
  const bytes = Array.from({ length }, (_, i) =>
    Number.parseInt(text.slice(4 + head + i * 8, 12 + head + i * 8), 2),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

test("a link of any length up to 213 bytes can be decoded from its QR code", () => {
  for (let length = 1; length <= 213; length += 4) {
    const text = randomBytes(length).toString("base64url").slice(0, length);
    expect(read(qrCode(text) as Matrix)).toBe(text);
  }
  const link = `https://compliance.example.com/counsel/review/${randomBytes(32).toString("base64url")}`;
  expect(read(qrCode(link) as Matrix)).toBe(link);
});

test("a text too long for a QR code gets none", () => {
  expect(qrCode("x".repeat(3000))).toBeNull();
});
