/**
 * QR codes (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 15, which hold up to
 * 415 bytes; a review link is about a hundred bytes long.
 */

/** By version: error correction bytes per block, and the number of blocks. */
const blocksOf: readonly (readonly [number, number])[] = [
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
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
];

export type Matrix = boolean[][];

/** The dark modules of the text's code, row by row; null if the text is too long. */
export function qrCode(text: string): Matrix | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    blocksOf.findIndex((_, i) => bytes.length + headBytes(i + 1) <= dataBytes(i + 1)) + 1;
  if (version === 0) return null;
  const words = interleaved(dataOf(bytes, version), version);
  let best: { matrix: Matrix; penalty: number } | null = null;
  for (let mask = 0; mask < 8; mask += 1) {
    const matrix = drawn(words, version, mask);
    const penalty = penaltyOf(matrix);
    if (best === null || penalty < best.penalty) best = { matrix, penalty };
  }
  return best?.matrix ?? null;
}

/** Mode and length take 12 bits, or 20 from version 10; with the terminator, two or three bytes. */
const headBytes = (version: number): number => (version < 10 ? 2 : 3);

const alignmentOf = (version: number): number[] => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - step * (count - 2 - i))];
};

/** The number of modules for data and error correction in a version. */
function rawBits(version: number): number {
  const alignments = Math.floor(version / 7) + 2;
  const plain = (16 * version + 128) * version + 64;
  if (version === 1) return plain;
  const withAlignment = plain - ((25 * alignments - 10) * alignments - 55);
  return version >= 7 ? withAlignment - 36 : withAlignment;
}

const rawBytes = (version: number): number => Math.floor(rawBits(version) / 8);

function dataBytes(version: number): number {
  const [correction, blocks] = blocksOf[version - 1] ?? [0, 0];
  return rawBytes(version) - correction * blocks;
}

function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const capacity = dataBytes(version) * 8;
  push(0, Math.min(4, capacity - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  );
  for (let pad = 0xec; data.length < capacity / 8; pad ^= 0xfd) data.push(pad);
  return data;
}

/** Product in the Galois field GF(256) that QR codes use (x^8 + x^4 + x^3 + x^2 + 1). */
export function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> i) & 1) * a;
  }
  return product & 0xff;
}

function generator(degree: number): number[] {
  let result = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    result = result.map((value, j) => times(value, root) ^ (result[j + 1] ?? 0));
    root = times(root, 2);
  }
  return result;
}

function correctionOf(data: readonly number[], divisor: readonly number[]): number[] {
  let rest = new Array<number>(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, i) => value ^ times(divisor[i] ?? 0, factor));
  }
  return rest;
}

/** Splits data into blocks, adds each block's error correction, and interleaves the bytes. */
function interleaved(data: readonly number[], version: number): number[] {
  const [correction, count] = blocksOf[version - 1] ?? [0, 0];
  const all = rawBytes(version);
  const short = Math.floor(all / count) - correction;
  const longOnes = all % count;
  const divisor = generator(correction);
  let start = 0;
  const blocks = Array.from({ length: count }, (_, i) => {
    const length = short + (i >= count - longOnes ? 1 : 0);
    const part = data.slice(start, start + length);
    start += length;
    return { part, extra: correctionOf(part, divisor) };
  });
  const words: number[] = [];
  for (let i = 0; i <= short; i += 1) {
    for (const { part } of blocks) if (i < part.length) words.push(part[i] ?? 0);
  }
  for (let i = 0; i < correction; i += 1) for (const { extra } of blocks) words.push(extra[i] ?? 0);
  return words;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(words: readonly number[], version: number, mask: number): Matrix {
  const size = version * 4 + 17;
  const dark: Matrix = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed: Matrix = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, value: boolean): void => {
    const [row, held] = [dark[y], fixed[y]];
    if (row === undefined || held === undefined || x < 0 || x >= size) return;
    row[x] = value;
    held[x] = true;
  };
  drawPatterns(set, version, size);
  drawFormat(set, mask, size);
  if (version >= 7) drawVersion(set, version, size);
  let bit = 0;
  const isMasked = masks[mask] ?? (() => false);
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (row === undefined || fixed[y]?.[x]) continue;
        const value = (((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        row[x] = value !== isMasked(x, y);
        bit += 1;
      }
    }
  }
  return dark;
}

type Set = (x: number, y: number, value: boolean) => void;

function drawPatterns(set: Set, version: number, size: number): void {
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        if (cy + dy >= 0) set(cx + dx, cy + dy, distance !== 2 && distance !== 4);
      }
    }
  }
  const places = alignmentOf(version);
  const last = places.length - 1;
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue;
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) {
          set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
        }
      }
    }
  }
}

/** Level M is 00; a BCH code of ten bits follows, and the result is masked. */
function drawFormat(set: Set, mask: number, size: number): void {
  let rest = mask;
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >>> i) & 1) === 1;
  for (let i = 0; i <= 5; i += 1) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

function drawVersion(set: Set, version: number, size: number): void {
  let rest = version;
  for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i += 1) {
    const value = ((bits >>> i) & 1) === 1;
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    set(a, b, value);
    set(b, a, value);
  }
}

/** How much a mask impairs reading: long runs, blocks, false finder patterns, imbalance. */
function penaltyOf(matrix: Matrix): number {
  const size = matrix.length;
  const lines = [...matrix, ...matrix.map((_, x) => matrix.map((row) => row[x] ?? false))];
  let penalty = 0;
  for (const cells of lines) {
    const text = cells.map((dark) => (dark ? "1" : "0")).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    for (let i = 0; i + 11 <= size; i += 1) {
      const part = text.slice(i, i + 11);
      if (part === "10111010000" || part === "00001011101") penalty += 40;
    }
  }
  let darkOnes = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const value = matrix[y]?.[x];
      if (value) darkOnes += 1;
      if (x === 0 || y === 0) continue;
      const square = [matrix[y - 1]?.[x - 1], matrix[y - 1]?.[x], matrix[y]?.[x - 1]];
      if (square.every((one) => one === value)) penalty += 3;
    }
  }
  const percent = (darkOnes * 100) / (size * size);
  return penalty + Math.floor(Math.abs(percent - 50) / 5) * 10;
}
